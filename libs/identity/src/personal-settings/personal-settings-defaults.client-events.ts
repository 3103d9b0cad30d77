import { DEFAULT_TOPIC_HABITS } from '../records/automatic-topic-policy';

/**
 * Names and values are those of the protocol. Most settings have a meaning for clients only; the server stores them.
 */

export const DISPLAY_DEFAULTS = {
  color_scheme: 1,
  default_language: 'en',
  demote_inactive_streams: 1,
  display_emoji_reaction_users: true,
  emojiset: 'google',
  enable_drafts_synchronization: true,
  enter_sends: false,
  fluid_layout_width: false,
  hide_ai_features: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: true,
  timezone: '',
  translate_emoticons: false,
  twenty_four_hour_time: false,
  user_list_style: 2,
  web_animate_image_previews: 'on_hover',
  web_channel_default_view: 1,
  web_escape_navigates_to_home_view: true,
  web_font_size_px: 16,
  web_home_view: 'inbox',
  web_inbox_show_channel_folders: true,
  web_left_sidebar_show_channel_folders: true,
  web_left_sidebar_unreads_count_summary: true,
  web_line_height_percent: 140,
  web_mark_read_on_scroll_policy: 1,
  web_navigate_to_sent_message: true,
  web_stream_unreads_count_display_policy: 2,
  web_suggest_update_timezone: true,
};

export const NOTIFICATION_DEFAULTS = {
  automatically_follow_topics_policy: DEFAULT_TOPIC_HABITS.follows as number,
  automatically_follow_topics_where_mentioned: true,
  automatically_unmute_topics_in_muted_streams_policy: DEFAULT_TOPIC_HABITS.unmutes as number,
  desktop_icon_count_display: 1,
  email_notifications_batching_period_seconds: 120,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  enable_login_emails: true,
  enable_marketing_emails: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  message_content_in_email_notifications: true,
  notification_sound: 'none',
  pm_content_in_desktop_notifications: true,
  presence_enabled: true,
  realm_name_in_email_notifications_policy: 1,
  resolved_topic_notice_auto_read_policy: 'except_followed',
  wildcard_mentions_notify: true,
};

export const PRIVACY_DEFAULTS = {
  allow_private_data_export: false,
  email_address_visibility: 3,
  receives_typing_notifications: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
};

export const EMOJISET_CHOICES = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
];

/** All personal settings, by their names in the protocol. */
export type PersonalSettings = typeof DISPLAY_DEFAULTS & typeof NOTIFICATION_DEFAULTS & typeof PRIVACY_DEFAULTS;

/** The settings of an account that has changed none. */
export const PERSONAL_DEFAULTS: PersonalSettings = {
  ...DISPLAY_DEFAULTS,
  ...NOTIFICATION_DEFAULTS,
  ...PRIVACY_DEFAULTS,
};
