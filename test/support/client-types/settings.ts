import { filled, flag, int, list, matching, oneOf, record, Shapes, text } from './shapes';

const NOTIFICATIONS = ['desktop', 'email', 'push', 'audible'];

const flags = [
  ...NOTIFICATIONS.flatMap((kind) => [
    `enable_stream_${kind}_notifications`,
    `enable_followed_topic_${kind}_notifications`,
  ]),
  'enable_followed_topic_wildcard_mentions_notify',
  'wildcard_mentions_notify',
  'enable_desktop_notifications',
  'enable_sounds',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_digest_emails',
  'enable_marketing_emails',
  'enable_login_emails',
  'message_content_in_email_notifications',
  'pm_content_in_desktop_notifications',
  'twenty_four_hour_time',
  'fluid_layout_width',
  'high_contrast_mode',
  'web_escape_navigates_to_home_view',
  'web_left_sidebar_show_channel_folders',
  'web_left_sidebar_unreads_count_summary',
  'web_inbox_show_channel_folders',
  'web_suggest_update_timezone',
  'web_navigate_to_sent_message',
  'left_side_userlist',
  'translate_emoticons',
  'display_emoji_reaction_users',
  'starred_message_counts',
  'enter_sends',
  'enable_drafts_synchronization',
  'hide_ai_features',
  'automatically_follow_topics_where_mentioned',
  'presence_enabled',
];

const numbers = [
  'web_font_size_px',
  'web_line_height_percent',
  'color_scheme',
  'web_mark_read_on_scroll_policy',
  'web_channel_default_view',
  'web_stream_unreads_count_display_policy',
  'user_list_style',
  'demote_inactive_streams',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
  'email_notifications_batching_period_seconds',
  'automatically_follow_topics_policy',
  'automatically_unmute_topics_in_muted_streams_policy',
];

const named = (names: string[], shape: Shapes[string]): Shapes =>
  Object.fromEntries(names.map((name) => [name, shape]));

const choices = {
  emojiset_choices: list(record({ key: filled, text: filled })),
  available_notification_sounds: list(filled),
};

/** Settings that exist for users and as defaults of new users. */
const shared: Shapes = {
  ...named(flags, flag),
  ...named(numbers, int),
  web_home_view: oneOf('inbox', 'recent_topics', 'all_messages'),
  web_animate_image_previews: oneOf('on_hover', 'always', 'never'),
  emojiset: oneOf('google', 'google-blob', 'twitter', 'text'),
  notification_sound: filled,
  resolved_topic_notice_auto_read_policy: oneOf('always', 'except_followed', 'never'),
};

const own: Shapes = { default_language: matching(/^[a-z]{2,3}/), timezone: text };

/** Settings that were never at the top level of the state. */
const later: Shapes = {
  ...named(
    [
      'receives_typing_notifications',
      'send_private_typing_notifications',
      'send_stream_typing_notifications',
      'send_read_receipts',
      'allow_private_data_export',
    ],
    flag,
  ),
  email_address_visibility: oneOf(1, 2, 3, 4, 5),
};

export const userSettings = record({ ...shared, ...own, ...later, ...choices });

/** The settings at the top level, for clients without the settings object. */
export const flatSettings: Shapes = { ...shared, ...own, ...choices };

export const settingsOfNewcomers: Shapes = { ...shared, ...later, ...choices };
