import { groupSetting } from './objects';
import { filled, flag, int, list, map, maybe, nothing, oneOf, record, Shape, Shapes, text } from './shapes';

const named = (names: string[], shape: Shape): Shapes =>
  Object.fromEntries(names.map((name) => [`realm_${name}`, shape]));

const FLAGS = [
  'invite_required emails_restricted_to_domains disallow_disposable_email_addresses name_changes_disabled',
  'email_changes_disabled avatar_changes_disabled enable_spectator_access enable_read_receipts',
  'enable_guest_user_indicator enable_guest_user_dm_warning message_content_allowed_in_email_notifications',
  'inline_image_preview inline_url_embed_preview send_welcome_emails want_advertise_in_communities_directory',
  'require_unique_names require_e2ee_push_notifications push_notifications_enabled mandatory_topics',
  'allow_message_editing allow_edit_history presence_disabled digest_emails_enabled email_auth_enabled',
  'password_auth_enabled send_channel_events_messages',
]
  .join(' ')
  .split(' ');

const GROUPS = [
  ...[
    'access_all_users_group add_custom_emoji_group add_subscribers_group create_bots_group create_groups',
    'create_write_only_bots_group create_public_channel_group create_private_channel_group invite_users_group',
    'create_web_public_channel_group delete_any_message_group delete_own_message_group manage_all_groups',
    'manage_billing_group mention_many_users_group move_messages_between_channels_group resolve_topics_group',
    'move_messages_between_topics_group set_delete_message_policy_group set_topics_policy_group summarize_topics_group',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `can_${name}`),
  'create_multiuse_invite_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
  'second_factor_required',
];

const NUMBERS = [
  'waiting_period_threshold message_retention_days video_chat_provider giphy_rating digest_weekday org_type plan_type',
  'create_public_stream_policy create_private_stream_policy create_web_public_stream_policy date_created',
  'moderation_request_channel_id new_stream_announcements_stream_id signup_announcements_stream_id',
  'zulip_update_announcements_stream_id session_idle_seconds reauthentication_seconds',
]
  .join(' ')
  .split(' ');

const LIMITS = [
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'session_lifetime_seconds',
  'move_messages_between_streams_limit_seconds',
  'push_notifications_enabled_end_timestamp',
  'upload_quota_mib',
];

const TEXTS = 'name description default_language default_code_block_language welcome_message_custom_text bot_domain';
const ADDRESSES = 'icon_url logo_url night_logo_url url uri empty_topic_display_name';

const permission = record({
  require_system_group: flag,
  allow_internet_group: flag,
  allow_nobody_group: flag,
  allow_everyone_group: flag,
  default_group_name: filled,
  default_for_system_groups: maybe(filled),
  allowed_system_groups: list(filled),
});

const limits = Object.fromEntries(
  [
    'max_stream_name_length max_topic_length max_stream_description_length max_message_length',
    'max_channel_folder_name_length max_channel_folder_description_length max_reminder_note_length',
    'max_bulk_new_subscription_messages max_avatar_file_size_mib max_icon_file_size_mib max_logo_file_size_mib',
    'max_file_upload_size_mib password_min_length password_max_length password_min_guesses',
    'event_queue_longpoll_timeout_seconds server_presence_ping_interval_seconds',
    'server_presence_offline_threshold_seconds server_typing_started_expiry_period_milliseconds',
    'server_typing_stopped_wait_period_milliseconds server_typing_started_wait_period_milliseconds',
    'server_min_deactivated_realm_deletion_days server_generation',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name, { type: 'integer', minimum: 1 }]),
);

const server: Shapes = {
  ...limits,
  server_max_deactivated_realm_deletion_days: maybe(int),
  development_environment: flag,
  server_needs_upgrade: flag,
  server_web_public_streams_enabled: flag,
  server_avatar_changes_disabled: flag,
  server_name_changes_disabled: flag,
  server_inline_image_preview: flag,
  server_inline_url_embed_preview: flag,
  server_can_summarize_topics: flag,
  settings_send_digest_emails: flag,
  zulip_plan_is_not_limited: flag,
  server_thumbnail_formats: list(
    record({ name: filled, max_width: int, max_height: int, format: filled, animated: flag }),
  ),
  server_report_message_types: list(record({ key: filled, name: filled })),
  server_emoji_data_url: filled,
  server_jitsi_server_url: maybe(filled),
  jitsi_server_url: maybe(filled),
  giphy_rating_options: map(record({ name: filled, id: int })),
  upgrade_text_for_wide_organization_logo: text,
  server_supported_permission_settings: record({
    realm: map(permission),
    stream: map(permission),
    group: map(permission),
  }),
};

const picture = oneOf('G', 'U', 'D');

/** The keys of the event type `realm`: the organization, its permissions, and the server. */
export const organization: Shapes = {
  ...named(FLAGS, flag),
  ...named(GROUPS, groupSetting),
  ...named(NUMBERS, int),
  ...named(LIMITS, maybe(int)),
  ...named(TEXTS.split(' '), text),
  ...named(ADDRESSES.split(' '), filled),
  realm_push_notifications_enabled_end_timestamp: nothing,
  realm_wildcard_mention_policy: oneOf(1, 2, 3, 5, 6, 7),
  realm_topics_policy: oneOf('allow_empty_topic', 'disable_empty_topic'),
  realm_message_edit_history_visibility_policy: oneOf('all', 'moves', 'none'),
  realm_icon_source: picture,
  realm_logo_source: picture,
  realm_night_logo_source: picture,
  realm_authentication_methods: map(record({ enabled: flag, available: flag }, { unavailable_reason: filled })),
  realm_jitsi_server_url: maybe(filled),
  realm_available_video_chat_providers: map(record({ name: filled, id: int })),
  realm_default_external_accounts: map(record({ name: filled, text: filled, hint: text, url_pattern: filled })),
  ...server,
};
