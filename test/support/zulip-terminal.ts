/** The event types of its queue. */
export const EVENT_TYPES = [
  ...['message', 'update_message', 'reaction', 'submessage', 'subscription', 'typing', 'update_message_flags'],
  ...['user_settings', 'realm_emoji', 'realm_user'],
];
/** The event types of its initial state. */
export const FETCH_EVENT_TYPES = [
  ...['realm', 'presence', 'subscription', 'message', 'starred_messages', 'update_message_flags', 'muted_topics'],
  ...['realm_user', 'realm_user_groups', 'user_settings', 'realm_emoji', 'custom_profile_fields', 'zulip_version'],
];
/** The keys of the state that it requires; a missing one ends it. */
export const INDEXED = [
  ...['zulip_version', 'queue_id', 'last_event_id', 'max_message_id', 'user_id', 'email', 'full_name', 'realm_name'],
  ...[
    'realm_message_retention_days',
    'subscriptions',
    'muted_topics',
    'realm_user_groups',
    'unread_msgs',
    'realm_emoji',
  ],
  ...['presences', 'realm_users', 'cross_realm_bots', 'starred_messages', 'custom_profile_fields'],
  ...['realm_allow_message_editing', 'realm_message_content_edit_limit_seconds', 'realm_allow_edit_history'],
];
/** The page that it requests first; `use_first_unread_anchor` is sent with it. */
export const FIRST_LOOK = { anchor: 0, num_before: 30, num_after: 10, apply_markdown: true, client_gravatar: true };
