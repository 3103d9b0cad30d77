import {
  channel,
  channelFolder,
  emoji,
  groupSetting,
  message,
  newUser,
  profileField,
  reaction,
  role,
  savedSnippet,
  subscription,
  userGroup,
  userTopic,
} from './objects';
import {
  byId,
  either,
  filled,
  flag,
  int,
  list,
  maybe,
  oneOf,
  record,
  set,
  Shape,
  Shapes,
  text,
  decimal,
} from './shapes';
import { userSettings } from './settings';

/** The capabilities of the client that receives the event. */
export interface Listener {
  notificationsNull: boolean;
  bulkDeletion: boolean;
  slimPresence: boolean;
}

const settings = (userSettings as { properties: Shapes }).properties;
const settingUpdates = Object.entries(settings).map(([property, value]) =>
  record({ property: oneOf(property), value }, { language_name: filled }),
);

const messageFlags = set(
  oneOf(
    ...['read', 'starred', 'collapsed', 'mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'],
    ...['wildcard_mentioned', 'has_alert_word', 'historical'],
  ),
);
const sender = record({ user_id: int, email: filled });
const changedPerson = either(
  ...(
    [
      { full_name: filled },
      { role },
      { is_active: flag },
      { avatar_url: maybe(filled), avatar_url_medium: maybe(filled), avatar_source: filled, avatar_version: int },
      { delivery_email: maybe(filled) },
      { new_email: filled },
      { email: filled, timezone: text },
      { bot_owner_id: int },
      { custom_profile_field: record({ id: int, value: maybe(text) }, { rendered_value: text }) },
    ] as Shapes[]
  ).map((change) => record({ user_id: int, ...change })),
);
const groupChange = record(
  {},
  {
    name: filled,
    description: text,
    deactivated: flag,
    can_add_members_group: groupSetting,
    can_join_group: groupSetting,
    can_leave_group: groupSetting,
    can_manage_group: groupSetting,
    can_mention_group: groupSetting,
    can_remove_members_group: groupSetting,
  },
);
const channelProperties = (channel as { properties: Shapes }).properties;
const channelUpdate = { stream_id: int, name: filled };
const channelUpdates = either(
  record({ ...channelUpdate, property: oneOf('description'), value: text, rendered_description: text }),
  record({
    ...channelUpdate,
    property: oneOf('invite_only'),
    value: flag,
    history_public_to_subscribers: flag,
    is_web_public: flag,
  }),
  ...Object.keys(channelProperties)
    .filter((name) => !['description', 'invite_only'].includes(name))
    .map((name) => record({ ...channelUpdate, property: oneOf(name), value: channelProperties[name] })),
);
const conversation = { message_type: oneOf('private') };
const topic = { message_type: oneOf('stream'), stream_id: int, topic: text };
const deleted = ({ bulkDeletion }: Listener): Shape => {
  const ids: Shapes = bulkDeletion ? { message_ids: set(int) } : { message_id: int };
  return either(record({ ...ids, ...topic }), record({ ...ids, ...conversation }));
};
const typing = either(
  record({ message_type: oneOf('direct'), sender, recipients: list(sender) }),
  record({ message_type: oneOf('stream'), sender, stream_id: int, topic: text }),
);
const unreadAgain = byId(
  either(
    record({ type: oneOf('stream'), stream_id: int, topic: text }, { mentioned: flag, unmuted_stream_msg: flag }),
    record({ type: oneOf('private'), user_ids: set(int) }, { mentioned: flag }),
  ),
);
const flagged = { operation: oneOf('add', 'remove'), flag: filled, messages: set(int), all: flag };
const edited = record(
  {
    user_id: maybe(int),
    edit_timestamp: int,
    message_id: int,
    message_ids: set(int),
    flags: messageFlags,
    rendering_only: flag,
  },
  {
    stream_id: int,
    stream_name: filled,
    orig_content: text,
    orig_rendered_content: text,
    content: text,
    rendered_content: text,
    is_me_message: flag,
    propagate_mode: oneOf('change_one', 'change_later', 'change_all'),
    orig_subject: text,
    subject: text,
    topic_links: list(record({ text, url: filled })),
    new_stream_id: int,
  },
);
const presence = record({
  website: record({
    client: oneOf('website'),
    status: oneOf('active', 'idle'),
    timestamp: int,
    pushable: oneOf(false),
  }),
});

/** Every event that the mobile app reads (docs/protocol/conventions.md), by type and operation. */
export const eventShapes = (listener: Listener): Record<string, Shape> => ({
  alert_words: record({ alert_words: set(filled) }),
  'user_settings update': either(...settingUpdates),
  custom_profile_fields: record({ fields: list(profileField) }),
  'user_group add': record({ group: userGroup }),
  'user_group update': record({ group_id: int, data: groupChange }),
  'user_group add_members': record({ group_id: int, user_ids: set(int) }),
  'user_group remove_members': record({ group_id: int, user_ids: set(int) }),
  'user_group add_subgroups': record({ group_id: int, direct_subgroup_ids: set(int) }),
  'user_group remove_subgroups': record({ group_id: int, direct_subgroup_ids: set(int) }),
  'user_group remove': record({ group_id: int }),
  'realm_user add': record({ person: newUser }),
  'realm_user update': record({ person: changedPerson }),
  'saved_snippets add': record({ saved_snippet: savedSnippet }),
  'saved_snippets update': record({ saved_snippet: savedSnippet }),
  'saved_snippets remove': record({ saved_snippet_id: int }),
  'stream create': record({ streams: list(channel) }),
  'stream delete': record({ stream_ids: set(int), streams: list(record({ stream_id: int })) }),
  'stream update': channelUpdates,
  'subscription add': record({
    subscriptions: list(subscription(listener.notificationsNull ? maybe(flag) : flag, { subscribers: set(int) })),
  }),
  'subscription remove': record({ subscriptions: list(record({ stream_id: int, name: filled })) }),
  'subscription update': record({ stream_id: int, property: filled, value: either(flag, text) }),
  'subscription peer_add': record({ stream_ids: set(int), user_ids: set(int) }),
  'subscription peer_remove': record({ stream_ids: set(int), user_ids: set(int) }),
  'channel_folder add': record({ channel_folder: channelFolder }),
  'channel_folder update': record({
    channel_folder_id: int,
    data: record({}, { name: filled, description: text, rendered_description: text, is_archived: flag }),
  }),
  'channel_folder reorder': record({ order: set(int) }),
  user_status: record(
    { user_id: int },
    { away: flag, status_text: text, emoji_name: text, emoji_code: text, reaction_type: text },
  ),
  user_topic: record(userTopic),
  muted_users: record({ muted_users: list(record({ id: int, timestamp: int })) }),
  message: record({ flags: messageFlags, message }, { local_message_id: filled }),
  update_message: edited,
  delete_message: deleted(listener),
  'update_message_flags add': record(flagged),
  'update_message_flags remove': record(flagged, { message_details: unreadAgain }),
  submessage: record({ message_id: int, submessage_id: int, sender_id: int, msg_type: filled, content: filled }),
  'typing start': typing,
  'typing stop': typing,
  presence: record({
    user_id: int,
    server_timestamp: decimal,
    presence,
    ...(listener.slimPresence ? {} : { email: filled }),
  }),
  'reaction add': record(
    { message_id: int, ...reaction },
    { user: record({ user_id: int, email: filled, full_name: filled }) },
  ),
  'reaction remove': record(
    { message_id: int, ...reaction },
    { user: record({ user_id: int, email: filled, full_name: filled }) },
  ),
  'realm_emoji update': record({ realm_emoji: byId(emoji) }),
});

/** Its key in the table, and its other fields. */
export function named({
  id: _,
  type,
  op,
  ...rest
}: { id: number; type: string; op?: unknown } & Record<string, unknown>) {
  return { name: typeof op === 'string' ? `${type} ${op}` : type, rest };
}
