import type { SystemGroupName } from './system-groups';

/** The allowed values of a group setting (docs/protocol/groups.md). No setting allows `role:internet`. */
export interface SettingRule {
  readonly allowsNobody: boolean;
  readonly allowsEveryone: boolean;
  /** The name of a system group, or the creator of the channel or the group. */
  readonly default: SystemGroupName | 'creator';
  /** Only a system group, never another group or a set. */
  readonly needsSystemGroup: boolean;
  /** The allowed system groups; empty: all that the other rules allow. */
  readonly allowed: readonly SystemGroupName[];
  /** System groups that are forbidden in addition to those rules. */
  readonly forbidden: readonly SystemGroupName[];
}

type Extra = Partial<Pick<SettingRule, 'needsSystemGroup' | 'allowed' | 'forbidden'>>;

function rule(nobody: boolean, everyone: boolean, fallback: SettingRule['default'], extra: Extra = {}): SettingRule {
  const none = { needsSystemGroup: false, allowed: [], forbidden: [] };
  return { allowsNobody: nobody, allowsEveryone: everyone, default: fallback, ...none, ...extra };
}

/** Permissions in one channel, in addition to those of the organization. */
export const CHANNEL_SETTINGS = {
  can_add_subscribers_group: rule(true, false, 'role:nobody'),
  can_administer_channel_group: rule(true, false, 'creator'),
  can_delete_any_message_group: rule(true, true, 'role:nobody'),
  can_delete_own_message_group: rule(true, true, 'role:nobody'),
  can_move_messages_out_of_channel_group: rule(true, true, 'role:nobody'),
  can_move_messages_within_channel_group: rule(true, true, 'role:nobody'),
  can_remove_subscribers_group: rule(true, true, 'role:administrators'),
  can_resolve_topics_group: rule(true, true, 'role:nobody'),
  can_send_message_group: rule(true, true, 'role:everyone'),
  can_subscribe_group: rule(true, false, 'role:nobody'),
} as const satisfies Record<string, SettingRule>;

/** Permissions on one user group. Those of system groups are all `role:nobody`. */
export const USER_GROUP_SETTINGS = {
  can_add_members_group: rule(true, false, 'creator'),
  can_join_group: rule(true, false, 'role:nobody'),
  can_leave_group: rule(true, true, 'role:everyone'),
  can_manage_group: rule(true, false, 'creator'),
  can_mention_group: rule(true, true, 'role:everyone', { forbidden: ['role:owners'] }),
  can_remove_members_group: rule(true, false, 'role:nobody'),
} as const satisfies Record<string, SettingRule>;

/** Permissions in the organization. */
export const ORGANIZATION_SETTINGS = {
  create_multiuse_invite_group: rule(true, false, 'role:administrators'),
  can_access_all_users_group: rule(false, true, 'role:everyone', {
    needsSystemGroup: true,
    allowed: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: rule(true, false, 'role:members'),
  can_add_subscribers_group: rule(true, false, 'role:members'),
  can_create_bots_group: rule(true, false, 'role:members'),
  can_create_write_only_bots_group: rule(true, false, 'role:members'),
  can_create_groups: rule(true, false, 'role:members'),
  can_create_public_channel_group: rule(true, false, 'role:members'),
  can_create_private_channel_group: rule(true, false, 'role:members'),
  can_create_web_public_channel_group: rule(true, false, 'role:owners', {
    needsSystemGroup: true,
    allowed: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_delete_any_message_group: rule(true, false, 'role:administrators'),
  can_delete_own_message_group: rule(true, true, 'role:everyone'),
  can_invite_users_group: rule(true, false, 'role:members'),
  can_manage_all_groups: rule(false, false, 'role:owners'),
  can_manage_billing_group: rule(false, false, 'role:administrators'),
  can_mention_many_users_group: rule(true, true, 'role:administrators'),
  can_move_messages_between_channels_group: rule(true, false, 'role:members'),
  can_move_messages_between_topics_group: rule(true, true, 'role:everyone'),
  can_resolve_topics_group: rule(true, true, 'role:everyone'),
  can_set_delete_message_policy_group: rule(true, false, 'role:moderators'),
  can_set_topics_policy_group: rule(true, true, 'role:members'),
  can_summarize_topics_group: rule(true, true, 'role:everyone'),
  direct_message_initiator_group: rule(true, true, 'role:everyone'),
  direct_message_permission_group: rule(true, true, 'role:everyone'),
  second_factor_required: rule(true, true, 'role:nobody'),
} as const satisfies Record<string, SettingRule>;

/** Names of settings that are group settings, by the kind of object that has them. */
export type ChannelSettingName = keyof typeof CHANNEL_SETTINGS;
export type UserGroupSettingName = keyof typeof USER_GROUP_SETTINGS;
export type OrganizationSettingName = keyof typeof ORGANIZATION_SETTINGS;

/** The table of each kind. Some names are in several tables. */
export const SETTING_TABLES = {
  channel: CHANNEL_SETTINGS,
  userGroup: USER_GROUP_SETTINGS,
  organization: ORGANIZATION_SETTINGS,
} as const;

export type SettingTable = keyof typeof SETTING_TABLES;
