import type { OrganizationSetting, PersonalSetting } from '../server/settings/settings';

export type Choice = string | number;
export type Control =
  | { readonly kind: 'switch' | 'language' | 'zone' | 'folder' | 'methods' }
  | { readonly kind: 'channel'; readonly isPrivate?: boolean }
  /** Absent: a setting of the organization, and not of a channel or of a group. */
  | { readonly kind: 'group'; readonly of?: 'stream' | 'group' }
  | { readonly kind: 'date' | 'people' }
  /** With words of their own. */
  | { readonly kind: 'options'; readonly options: readonly { readonly value: string; readonly words: string }[] }
  | { readonly kind: 'choice'; readonly values: readonly Choice[] }
  | { readonly kind: 'text'; readonly most: number; readonly isLong?: boolean; readonly whenEmpty?: string }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  /** A number of `unit`, no limit, or as the organization has it. */
  | {
      readonly kind: 'limit';
      readonly unit: 'seconds' | 'days';
      readonly usual: readonly number[];
      readonly isInherited?: boolean;
      /** There is always a limit. */
      readonly isNeeded?: boolean;
    };

export interface Row {
  readonly control: Control;
  readonly section: TableSection;
  /** Owners alone may change it. Absent: administrators, or each user for the own account. */
  readonly ofOwners?: boolean;
}

export type TableSection =
  | 'preferences'
  | 'notifications'
  | 'account-and-privacy'
  | 'organization-profile'
  | 'organization-settings'
  | 'organization-permissions'
  | 'auth-methods';

const choice = (...values: Choice[]): Control => ({ kind: 'choice', values });
const number = (least: number, most: number): Control => ({ kind: 'number', least, most });
const text = (most: number, more: { isLong?: boolean; whenEmpty?: string } = {}): Control => ({
  kind: 'text',
  most,
  ...more,
});
const SWITCH: Control = { kind: 'switch' };
const CHANNEL: Control = { kind: 'channel' };
const GROUP: Control = { kind: 'group' };
const ONE_TO = (last: number): Control => choice(...Array.from({ length: last }, (_, at) => at + 1));
const MAX_NUMBER = 2_147_483_647;
const HOUR = 3_600;
export const RETENTION_DAYS = [30, 90, 180, 365, 730, 3_650];
const IDLE_TIMES = [900, HOUR, 12 * HOUR, 24 * HOUR, 168 * HOUR, 336 * HOUR];
const TIMES: Control = { kind: 'limit', unit: 'seconds', usual: [120, 600, HOUR, 24 * HOUR, 168 * HOUR] };

const at = (section: TableSection) => ({
  row: (control: Control): Row => ({ control, section }),
  forOwners: (control: Control): Row => ({ control, section, ofOwners: true }),
});
const look = at('preferences');
const notice = at('notifications');
const privacy = at('account-and-privacy');
const profile = at('organization-profile');
const general = at('organization-settings');
const may = at('organization-permissions');

/** What each user sets, in the order of the page. A setting of the server without a row does not compile. */
export const PERSONAL: Readonly<Record<PersonalSetting, Row>> = {
  color_scheme: look.row(ONE_TO(3)),
  high_contrast_mode: look.row(SWITCH),
  default_language: look.row({ kind: 'language' }),
  timezone: look.row({ kind: 'zone' }),
  twenty_four_hour_time: look.row(SWITCH),
  web_font_size_px: look.row(number(8, 48)),
  web_line_height_percent: look.row(number(80, 300)),
  fluid_layout_width: look.row(SWITCH),
  emojiset: look.row(choice('google', 'twitter', 'text')),
  translate_emoticons: look.row(SWITCH),
  display_emoji_reaction_users: look.row(SWITCH),
  web_animate_image_previews: look.row(choice('always', 'on_hover', 'never')),
  web_home_view: look.row(choice('inbox', 'recent_topics', 'all_messages')),
  web_escape_navigates_to_home_view: look.row(SWITCH),
  web_channel_default_view: look.row(ONE_TO(4)),
  web_mark_read_on_scroll_policy: look.row(ONE_TO(3)),
  web_stream_unreads_count_display_policy: look.row(ONE_TO(3)),
  starred_message_counts: look.row(SWITCH),
  demote_inactive_streams: look.row(ONE_TO(3)),
  web_inbox_show_channel_folders: look.row(SWITCH),
  web_left_sidebar_show_channel_folders: look.row(SWITCH),
  web_left_sidebar_unreads_count_summary: look.row(SWITCH),
  left_side_userlist: look.row(SWITCH),
  user_list_style: look.row(ONE_TO(3)),
  enter_sends: look.row(SWITCH),
  web_navigate_to_sent_message: look.row(SWITCH),
  enable_drafts_synchronization: look.row(SWITCH),
  web_suggest_update_timezone: look.row(SWITCH),
  hide_ai_features: look.row(SWITCH),
  enable_desktop_notifications: notice.row(SWITCH),
  pm_content_in_desktop_notifications: notice.row(SWITCH),
  desktop_icon_count_display: notice.row(ONE_TO(4)),
  enable_sounds: notice.row(SWITCH),
  notification_sound: notice.row(choice('none', 'chime', 'drop', 'knock')),
  wildcard_mentions_notify: notice.row(SWITCH),
  enable_stream_desktop_notifications: notice.row(SWITCH),
  enable_stream_audible_notifications: notice.row(SWITCH),
  enable_stream_push_notifications: notice.row(SWITCH),
  enable_stream_email_notifications: notice.row(SWITCH),
  enable_followed_topic_desktop_notifications: notice.row(SWITCH),
  enable_followed_topic_audible_notifications: notice.row(SWITCH),
  enable_followed_topic_push_notifications: notice.row(SWITCH),
  enable_followed_topic_email_notifications: notice.row(SWITCH),
  enable_followed_topic_wildcard_mentions_notify: notice.row(SWITCH),
  automatically_follow_topics_policy: notice.row(ONE_TO(4)),
  automatically_follow_topics_where_mentioned: notice.row(SWITCH),
  automatically_unmute_topics_in_muted_streams_policy: notice.row(ONE_TO(4)),
  resolved_topic_notice_auto_read_policy: notice.row(choice('always', 'except_followed', 'never')),
  enable_offline_push_notifications: notice.row(SWITCH),
  enable_online_push_notifications: notice.row(SWITCH),
  enable_offline_email_notifications: notice.row(SWITCH),
  email_notifications_batching_period_seconds: notice.row(number(1, 604_800)),
  message_content_in_email_notifications: notice.row(SWITCH),
  realm_name_in_email_notifications_policy: notice.row(ONE_TO(3)),
  enable_digest_emails: notice.row(SWITCH),
  enable_login_emails: notice.row(SWITCH),
  enable_marketing_emails: notice.row(SWITCH),
  email_address_visibility: privacy.row(choice(1, 2, 5, 3, 4)),
  presence_enabled: privacy.row(SWITCH),
  send_read_receipts: privacy.row(SWITCH),
  send_private_typing_notifications: privacy.row(SWITCH),
  send_stream_typing_notifications: privacy.row(SWITCH),
  receives_typing_notifications: privacy.row(SWITCH),
  allow_private_data_export: privacy.row(SWITCH),
};

/** What holds for the organization. The snapshot has each under its name with `realm_` before it. */
export const ORGANIZATION: Readonly<Record<OrganizationSetting, Row>> = {
  name: profile.row(text(40)),
  description: profile.row(text(1_000, { isLong: true })),
  org_type: profile.row(choice(0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1_000)),
  want_advertise_in_communities_directory: profile.row(SWITCH),
  default_language: general.row({ kind: 'language' }),
  topics_policy: general.row(choice('allow_empty_topic', 'disable_empty_topic')),
  allow_message_editing: general.row(SWITCH),
  message_content_edit_limit_seconds: general.row(TIMES),
  message_edit_history_visibility_policy: general.row(choice('all', 'moves', 'none')),
  message_content_delete_limit_seconds: general.row(TIMES),
  move_messages_within_stream_limit_seconds: general.row(TIMES),
  move_messages_between_streams_limit_seconds: general.row(TIMES),
  message_retention_days: general.forOwners({ kind: 'limit', unit: 'days', usual: RETENTION_DAYS }),
  new_stream_announcements_stream_id: general.row(CHANNEL),
  signup_announcements_stream_id: general.row(CHANNEL),
  zulip_update_announcements_stream_id: general.row(CHANNEL),
  moderation_request_channel_id: general.row({ kind: 'channel', isPrivate: true }),
  send_channel_events_messages: general.row(SWITCH),
  send_welcome_emails: general.row(SWITCH),
  welcome_message_custom_text: general.row(text(8_000, { isLong: true })),
  enable_read_receipts: general.row(SWITCH),
  presence_disabled: general.row(SWITCH),
  inline_image_preview: general.row(SWITCH),
  inline_url_embed_preview: general.row(SWITCH),
  default_code_block_language: general.row(text(40)),
  giphy_rating: general.row(choice(0, 1, 2, 3, 4, 5)),
  video_chat_provider: general.row(choice(0, 1, 4)),
  jitsi_server_url: general.row(text(200, { whenEmpty: 'default' })),
  message_content_allowed_in_email_notifications: general.row(SWITCH),
  require_e2ee_push_notifications: general.row(SWITCH),
  digest_emails_enabled: general.row(SWITCH),
  digest_weekday: general.row(choice(0, 1, 2, 3, 4, 5, 6)),
  invite_required: may.forOwners(SWITCH),
  emails_restricted_to_domains: may.row(SWITCH),
  disallow_disposable_email_addresses: may.row(SWITCH),
  waiting_period_threshold: may.forOwners(number(0, MAX_NUMBER)),
  can_invite_users_group: may.forOwners(GROUP),
  create_multiuse_invite_group: may.row(GROUP),
  can_create_public_channel_group: may.row(GROUP),
  can_create_private_channel_group: may.row(GROUP),
  can_create_web_public_channel_group: may.row(GROUP),
  enable_spectator_access: may.row(SWITCH),
  can_add_subscribers_group: may.row(GROUP),
  can_mention_many_users_group: may.row(GROUP),
  can_set_topics_policy_group: may.row(GROUP),
  can_resolve_topics_group: may.row(GROUP),
  can_move_messages_between_topics_group: may.row(GROUP),
  can_move_messages_between_channels_group: may.row(GROUP),
  can_delete_any_message_group: may.row(GROUP),
  can_delete_own_message_group: may.row(GROUP),
  can_set_delete_message_policy_group: may.row(GROUP),
  direct_message_initiator_group: may.row(GROUP),
  direct_message_permission_group: may.row(GROUP),
  can_access_all_users_group: may.row(GROUP),
  enable_guest_user_indicator: may.row(SWITCH),
  enable_guest_user_dm_warning: may.row(SWITCH),
  can_create_groups: may.forOwners(GROUP),
  can_manage_all_groups: may.forOwners(GROUP),
  can_create_bots_group: may.row(GROUP),
  can_create_write_only_bots_group: may.row(GROUP),
  can_add_custom_emoji_group: may.row(GROUP),
  can_summarize_topics_group: may.row(GROUP),
  can_manage_billing_group: may.forOwners(GROUP),
  name_changes_disabled: may.row(SWITCH),
  require_unique_names: may.row(SWITCH),
  email_changes_disabled: may.row(SWITCH),
  avatar_changes_disabled: may.row(SWITCH),
  authentication_methods: at('auth-methods').forOwners({ kind: 'methods' }),
  second_factor_required: at('auth-methods').forOwners(GROUP),
  session_idle_seconds: at('auth-methods').forOwners({
    kind: 'limit',
    unit: 'seconds',
    usual: IDLE_TIMES,
    isNeeded: true,
  }),
  session_lifetime_seconds: at('auth-methods').forOwners({
    kind: 'limit',
    unit: 'seconds',
    usual: [12 * HOUR, 24 * HOUR, 168 * HOUR, 720 * HOUR],
  }),
  reauthentication_seconds: at('auth-methods').forOwners({
    kind: 'limit',
    unit: 'seconds',
    usual: [300, 600, 1_800, HOUR],
    isNeeded: true,
  }),
};
