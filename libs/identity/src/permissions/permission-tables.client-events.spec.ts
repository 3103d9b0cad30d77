import { SUPPORTED_PERMISSION_SETTINGS } from './permission-tables.client-events';

type Row = [nobody: boolean, everyone: boolean, byDefault: string, systemGroups?: string[]];

/** The documented table of organization settings. */
const REALM: Record<string, Row> = {
  create_multiuse_invite_group: [true, false, 'role:administrators'],
  can_access_all_users_group: [false, true, 'role:everyone', ['role:everyone', 'role:members']],
  can_add_custom_emoji_group: [true, false, 'role:members'],
  can_add_subscribers_group: [true, false, 'role:members'],
  can_create_bots_group: [true, false, 'role:members'],
  can_create_write_only_bots_group: [true, false, 'role:members'],
  can_create_groups: [true, false, 'role:members'],
  can_create_public_channel_group: [true, false, 'role:members'],
  can_create_private_channel_group: [true, false, 'role:members'],
  can_create_web_public_channel_group: [
    true,
    false,
    'role:owners',
    ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  ],
  can_delete_any_message_group: [true, false, 'role:administrators'],
  can_delete_own_message_group: [true, true, 'role:everyone'],
  can_invite_users_group: [true, false, 'role:members'],
  can_manage_all_groups: [false, false, 'role:owners'],
  can_manage_billing_group: [false, false, 'role:administrators'],
  can_mention_many_users_group: [true, true, 'role:administrators'],
  can_move_messages_between_channels_group: [true, false, 'role:members'],
  can_move_messages_between_topics_group: [true, true, 'role:everyone'],
  can_resolve_topics_group: [true, true, 'role:everyone'],
  can_set_delete_message_policy_group: [true, false, 'role:moderators'],
  can_set_topics_policy_group: [true, true, 'role:members'],
  can_summarize_topics_group: [true, true, 'role:everyone'],
  direct_message_initiator_group: [true, true, 'role:everyone'],
  direct_message_permission_group: [true, true, 'role:everyone'],
  second_factor_required: [true, true, 'role:nobody'],
};

/** The documented table of channel settings, without those newer than the advertised feature level. */
const STREAM: Record<string, Row> = {
  can_add_subscribers_group: [true, false, 'role:nobody'],
  can_administer_channel_group: [true, false, 'channel_creator'],
  can_delete_any_message_group: [true, true, 'role:nobody'],
  can_delete_own_message_group: [true, true, 'role:nobody'],
  can_move_messages_out_of_channel_group: [true, true, 'role:nobody'],
  can_move_messages_within_channel_group: [true, true, 'role:nobody'],
  can_remove_subscribers_group: [true, true, 'role:administrators'],
  can_resolve_topics_group: [true, true, 'role:nobody'],
  can_send_message_group: [true, true, 'role:everyone'],
  can_subscribe_group: [true, false, 'role:nobody'],
};

/** The documented table of settings of user groups. */
const GROUP: Record<string, Row> = {
  can_add_members_group: [true, false, 'group_creator'],
  can_join_group: [true, false, 'role:nobody'],
  can_leave_group: [true, true, 'role:everyone'],
  can_manage_group: [true, false, 'group_creator'],
  can_mention_group: [true, true, 'role:everyone'],
  can_remove_members_group: [true, false, 'role:nobody'],
};

/** Owners are refused for these settings. The list of allowed groups tells clients so. */
const LEFT_FOR_MENTIONS = [
  'role:nobody',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
];

const published = (rows: Record<string, Row>, forSystemGroups: string | null) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, [nobody, everyone, byDefault, systemGroups]]) => [
      name,
      {
        require_system_group: systemGroups !== undefined,
        allow_internet_group: false,
        allow_nobody_group: nobody,
        allow_everyone_group: everyone,
        default_group_name: byDefault,
        default_for_system_groups: forSystemGroups,
        allowed_system_groups: name === 'can_mention_group' ? LEFT_FOR_MENTIONS : (systemGroups ?? []),
      },
    ]),
  );

describe('the tables of group settings for clients', () => {
  it('equal the documented tables', () => {
    expect(SUPPORTED_PERMISSION_SETTINGS).toEqual({
      realm: published(REALM, null),
      stream: published(STREAM, null),
      group: published(GROUP, 'role:nobody'),
    });
  });
});
