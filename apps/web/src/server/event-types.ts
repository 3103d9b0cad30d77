/** What the client wants to hear of. */
export const EVENT_TYPES = [
  ...['message', 'update_message', 'delete_message', 'update_message_flags', 'reaction', 'submessage', 'typing'],
  ...['typing_edit_message'],
  ...['stream', 'subscription', 'channel_folder', 'user_topic', 'muted_users', 'alert_words'],
  ...['realm', 'realm_user', 'user_group', 'realm_emoji', 'realm_linkifiers', 'realm_playgrounds', 'presence'],
  ...['custom_profile_fields', 'user_settings', 'user_status', 'drafts', 'saved_snippets', 'scheduled_messages'],
  ...['reminders', 'navigation_view', 'onboarding_steps', 'realm_user_settings_defaults', 'restart'],
];
/** And what it begins with. */
export const SNAPSHOT_PARTS = [
  ...EVENT_TYPES.filter((type) => type !== 'stream'),
  ...['channel_folders', 'realm_user_groups', 'navigation_views', 'starred_messages', 'recent_private_conversations'],
];
