import {
  channel,
  channelFolder,
  emoji,
  neverSubscribed,
  profileField,
  savedSnippet,
  subscription,
  user,
  userGroup,
  userTopic,
} from './objects';
import { organization } from './organization';
import { flatSettings, settingsOfNewcomers, userSettings } from './settings';
import {
  byId,
  decimal,
  filled,
  flag,
  int,
  list,
  map,
  matching,
  maybe,
  none,
  nothing,
  oneOf,
  record,
  set,
  Shape,
  Shapes,
  text,
  tuple,
} from './shapes';

/** The client capabilities that change the state. */
export interface Client {
  /** Supports null for a notification setting that is inherited. */
  notificationsNull?: boolean;
  settingsObject?: boolean;
  modernPresence?: boolean;
  subscribers?: boolean;
}

const modern = byId(record({ active_timestamp: int, idle_timestamp: int }));
const older = (more: Shapes = {}) =>
  record({ client: filled, status: oneOf('active', 'idle', 'offline'), timestamp: int, ...more });
const legacy = map(record({ aggregated: older(), website: older({ pushable: flag }) }), /@/);

const draft = record({
  id: int,
  type: oneOf('', 'stream', 'private'),
  to: list(int),
  topic: text,
  content: filled,
  timestamp: int,
});
const waiting = { content: filled, rendered_content: filled, scheduled_delivery_timestamp: int, failed: flag };
const scheduled: Shape = {
  anyOf: [
    record({ scheduled_message_id: int, type: oneOf('stream'), to: int, topic: text, ...waiting }),
    record({ scheduled_message_id: int, type: oneOf('private'), to: list(int), ...waiting }),
  ],
};
const unread = record({
  count: int,
  pms: list(record({ other_user_id: int, sender_id: int, unread_message_ids: set(int) })),
  streams: list(record({ stream_id: int, topic: text, unread_message_ids: set(int) })),
  huddles: list(record({ user_ids_string: matching(/^\d+(,\d+)+$/), unread_message_ids: set(int) })),
  mentions: set(int),
  old_unreads_missing: flag,
});
const botService = record(
  {},
  { base_url: text, interface: int, token: text, config_data: map(text), service_name: text },
);
const bot = record({
  user_id: int,
  full_name: filled,
  api_key: matching(/^[\x21-\x7e]{32}$/),
  bot_type: oneOf(1, 2, 3, 4),
  email: filled,
  is_active: flag,
  avatar_url: maybe(filled),
  owner_id: maybe(int),
  default_sending_stream: maybe(filled),
  default_events_register_stream: maybe(filled),
  default_all_public_streams: flag,
  services: list(botService),
});
const ownAbilities = Object.fromEntries(
  [
    'is_admin is_owner is_moderator is_guest can_create_streams can_create_public_streams can_create_private_streams',
    'can_create_web_public_streams can_invite_others_to_realm can_subscribe_other_users',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name, flag]),
);

/** In every answer. */
export const ALWAYS: Shapes = {
  result: oneOf('success'),
  msg: oneOf(''),
  queue_id: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  last_event_id: { type: 'integer', minimum: -1 },
  zulip_version: filled,
  zulip_feature_level: oneOf(431),
  zulip_merge_base: text,
};

/** Every value of `fetch_event_types`, with the keys that it adds by itself, and the type of each. */
export function keysByWord({
  notificationsNull,
  settingsObject,
  modernPresence,
  subscribers,
}: Client): Record<string, Shapes> {
  const people: Shapes = subscribers ? { subscribers: set(int) } : {};
  const subscribed = subscription(notificationsNull ? maybe(flag) : flag, people);
  return {
    alert_words: { alert_words: set(filled) },
    custom_profile_fields: {
      custom_profile_fields: list(profileField),
      custom_profile_field_types: map(record({ id: int, name: filled })),
    },
    onboarding_steps: {
      onboarding_steps: list(record({ type: filled, name: filled })),
      navigation_tour_video_url: maybe(filled),
    },
    message: { max_message_id: int },
    saved_snippets: { saved_snippets: list(savedSnippet) },
    navigation_views: { navigation_views: list(record({ fragment: filled, is_pinned: flag, name: maybe(filled) })) },
    drafts: { drafts: list(draft) },
    scheduled_messages: { scheduled_messages: list(scheduled) },
    reminders: {
      reminders: list(
        record({
          reminder_id: int,
          type: oneOf('private'),
          to: list(int),
          reminder_target_message_id: int,
          ...waiting,
        }),
      ),
    },
    muted_topics: { muted_topics: list(tuple(filled, text, int)) },
    user_topic: { user_topics: list(record(userTopic)) },
    muted_users: { muted_users: list(record({ id: int, timestamp: int })) },
    presence: {
      presences: modernPresence ? modern : legacy,
      presence_last_update_id: int,
      server_timestamp: decimal,
    },
    realm: organization,
    realm_user_settings_defaults: { realm_user_settings_defaults: record(settingsOfNewcomers) },
    realm_domains: { realm_domains: list(record({ domain: filled, allow_subdomains: flag })) },
    realm_emoji: { realm_emoji: byId(emoji) },
    realm_linkifiers: { realm_linkifiers: list(record({ id: int, pattern: filled, url_template: filled })) },
    realm_filters: { realm_filters: none },
    realm_playgrounds: {
      realm_playgrounds: list(record({ id: int, name: filled, pygments_language: filled, url_template: filled })),
    },
    realm_user_groups: { realm_user_groups: list(userGroup) },
    realm_user: {
      realm_users: list(user),
      realm_non_active_users: list(user),
      cross_realm_bots: list(user),
      user_id: int,
      email: filled,
      delivery_email: filled,
      full_name: filled,
      avatar_source: oneOf('G', 'U', 'J'),
      avatar_url: maybe(filled),
      avatar_url_medium: maybe(filled),
      ...ownAbilities,
    },
    realm_bot: { realm_bots: list(bot) },
    realm_embedded_bots: { realm_embedded_bots: list(record({ name: filled })) },
    realm_incoming_webhook_bots: { realm_incoming_webhook_bots: list(record({ name: filled })) },
    realm_billing: { realm_billing: record({ has_pending_sponsorship_request: flag }) },
    recent_private_conversations: {
      recent_private_conversations: list(record({ max_message_id: int, user_ids: set(int) })),
    },
    subscription: {
      subscriptions: list(subscribed),
      unsubscribed: list(subscribed),
      never_subscribed: list(neverSubscribed(people)),
    },
    stream: { streams: list(channel) },
    channel_folders: { channel_folders: list(channelFolder) },
    starred_messages: { starred_messages: set(int) },
    default_streams: { realm_default_streams: set(int) },
    default_stream_groups: { realm_default_stream_groups: none },
    stop_words: { stop_words: list(filled) },
    user_settings: { user_settings: userSettings },
    ...(settingsObject ? {} : { update_display_settings: flatSettings }),
    user_status: {
      user_status: byId(
        record({}, { away: flag, status_text: text, emoji_name: filled, emoji_code: filled, reaction_type: filled }),
      ),
    },
    video_calls: { has_zoom_token: flag },
    giphy: { giphy_api_key: text },
    push_device: {
      push_devices: byId(record({ status: oneOf('active', 'failed', 'pending'), error_code: maybe(filled) })),
    },
  };
}

/** Added when both are requested. */
export const UNREAD = { words: ['message', 'update_message_flags'], keys: { unread_msgs: unread } };

/** The complete answer with all event types. */
export const wholeState = (client: Client, more: Shapes = {}): Shape =>
  record({ ...Object.assign({}, ...Object.values(keysByWord(client))), ...UNREAD.keys, ...ALWAYS, ...more });

/** For spectators: no queue, no list of channels, and users as spectators see them. */
export function spectatorState(client: Client): Shape {
  const { streams: _, ...rest } = (wholeState(client) as { properties: Record<string, Shape> }).properties;
  const { timezone: __, ...person } = (user as { properties: Record<string, Shape> }).properties;
  const spectator = record(
    { ...person, date_joined: matching(/^\d{4}-\d\d-\d\d$/), delivery_email: nothing, bot_owner_id: maybe(int) },
    { is_system_bot: flag },
  );
  const shown = {
    ...spectator,
    required: (spectator.required as string[]).filter(
      (name) => !['profile_data', 'bot_owner_id', 'is_system_bot'].includes(name),
    ),
  };
  return record({
    ...rest,
    queue_id: nothing,
    email: oneOf(''),
    delivery_email: oneOf(''),
    full_name: oneOf(''),
    realm_users: list(shown),
    realm_non_active_users: list(shown),
    cross_realm_bots: list(shown),
    subscriptions: none,
  });
}
