import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** For each setting, a value other than the default. */
const SETTINGS: Record<string, unknown> = {
  color_scheme: 2,
  demote_inactive_streams: 3,
  display_emoji_reaction_users: false,
  emojiset: 'text',
  enable_drafts_synchronization: false,
  enter_sends: true,
  fluid_layout_width: true,
  hide_ai_features: true,
  high_contrast_mode: true,
  left_side_userlist: true,
  starred_message_counts: false,
  translate_emoticons: true,
  twenty_four_hour_time: true,
  user_list_style: 1,
  web_animate_image_previews: 'always',
  web_channel_default_view: 2,
  web_escape_navigates_to_home_view: false,
  web_font_size_px: 20,
  web_home_view: 'recent_topics',
  web_inbox_show_channel_folders: false,
  web_left_sidebar_show_channel_folders: false,
  web_left_sidebar_unreads_count_summary: false,
  web_line_height_percent: 160,
  web_mark_read_on_scroll_policy: 3,
  web_navigate_to_sent_message: false,
  web_stream_unreads_count_display_policy: 3,
  web_suggest_update_timezone: false,
  automatically_follow_topics_policy: 2,
  automatically_follow_topics_where_mentioned: false,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  desktop_icon_count_display: 4,
  email_notifications_batching_period_seconds: 600,
  enable_desktop_notifications: false,
  enable_digest_emails: false,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_desktop_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_followed_topic_push_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: false,
  enable_login_emails: false,
  enable_marketing_emails: false,
  enable_offline_email_notifications: false,
  enable_offline_push_notifications: false,
  enable_online_push_notifications: false,
  enable_sounds: false,
  enable_stream_audible_notifications: true,
  enable_stream_desktop_notifications: true,
  enable_stream_email_notifications: true,
  enable_stream_push_notifications: true,
  message_content_in_email_notifications: false,
  pm_content_in_desktop_notifications: false,
  presence_enabled: false,
  realm_name_in_email_notifications_policy: 2,
  resolved_topic_notice_auto_read_policy: 'never',
  wildcard_mentions_notify: false,
  allow_private_data_export: true,
  email_address_visibility: 1,
  receives_typing_notifications: false,
  send_private_typing_notifications: false,
  send_read_receipts: false,
  send_stream_typing_notifications: false,
};

describe('PATCH /realm/user_settings_defaults', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    alma = await world.admin('alma');
    ben = await world.member('ben');
  });
  afterAll(() => world.stop());

  const types = { fetch_event_types: ['user_settings', 'realm_user_settings_defaults'] };
  const change = (settings: object) => alma.ok('PATCH', 'realm/user_settings_defaults', { ...settings });

  it('sends an event for each setting, which applies to new users only', async () => {
    const queue = await ben.register({ ...types, event_types: ['realm_user_settings_defaults', 'user_settings'] });
    const own = structuredClone(queue.state.user_settings);
    await change({ ...SETTINGS, notification_sound: 'none' });
    await change(SETTINGS);
    const told = await queue.drain();
    expect(told.map(({ type, op, property, value }) => [type, op, property, value])).toEqual(
      expect.arrayContaining(
        Object.entries(SETTINGS).map(([name, value]) => ['realm_user_settings_defaults', 'update', name, value]),
      ),
    );
    expect(told).toHaveLength(Object.keys(SETTINGS).length);
    await expectFreshSnapshot(queue);
    const { state } = await ben.register(types);
    expect(state.user_settings).toEqual(own);
    expect(state.realm_user_settings_defaults).toMatchObject(SETTINGS);
    const nina = await world.member('nina');
    expect((await nina.register(types)).state.user_settings).toMatchObject(SETTINGS);
    expect((await ben.ok('GET', `users/${nina.id}`)).user).toMatchObject({
      delivery_email: nina.email,
      email: nina.email,
    });
  });

  it('is for administrators only', async () => {
    for (const person of [ben, await world.moderator('mo'), await world.guest('gus')]) {
      const { status, body } = await person.patch('realm/user_settings_defaults', { enter_sends: true });
      expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
  });

  it('rejects settings without a default and invalid values', async () => {
    const answer = await change({ timezone: 'Europe/Berlin', default_language: 'de' });
    expect(answer.ignored_parameters_unsupported).toEqual(['default_language', 'timezone']);
    for (const [name, value] of [
      ['color_scheme', 9],
      ['enter_sends', 'yes'],
      ['email_address_visibility', 6],
      ['web_home_view', 'home'],
    ] as const) {
      const { status, body } = await alma.patch('realm/user_settings_defaults', { [name]: value });
      expect([name, status, body.code]).toEqual([name, 400, 'BAD_REQUEST']);
    }
  });

  it('logs one change in the audit log, and nothing when nothing changes', async () => {
    await change({ enter_sends: false });
    const entries = await leftBy(world, async () => {
      await change({ enter_sends: true, twenty_four_hour_time: true });
      await change({ enter_sends: true });
    });
    expect(entries).toMatchObject([
      {
        action: 'user_defaults_changed',
        object_type: 'organization',
        actor_id: alma.id,
        before: { enter_sends: false },
        after: { enter_sends: true },
      },
    ]);
    expect(owner.id).not.toBe(alma.id);
  });
});
