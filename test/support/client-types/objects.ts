import {
  colour,
  either,
  filled,
  flag,
  int,
  list,
  map,
  matching,
  maybe,
  oneOf,
  record,
  set,
  Shape,
  text,
} from './shapes';

export const role = oneOf(100, 200, 300, 400, 600);
export const groupSetting = either(int, record({ direct_members: set(int), direct_subgroups: set(int) }));

const profileData = map(record({ value: text }, { rendered_value: text }), /^\d+$/);

const userKeys = {
  user_id: int,
  delivery_email: maybe(text),
  email: filled,
  full_name: filled,
  date_joined: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d$/),
  is_owner: flag,
  is_admin: flag,
  is_guest: flag,
  is_bot: flag,
  bot_type: maybe(int),
  role,
  timezone: text,
  avatar_url: maybe(filled),
  avatar_version: int,
};
const ofSomeUsers = { profile_data: profileData, bot_owner_id: maybe(int), is_system_bot: flag };

/** A user in the list of an account, and a system bot. */
export const user = record(userKeys, ofSomeUsers);

/** A new user in the event. */
export const newUser = record({ ...userKeys, is_active: oneOf(true) }, ofSomeUsers);

const channelKeys = {
  stream_id: int,
  name: filled,
  is_archived: flag,
  description: text,
  rendered_description: text,
  date_created: int,
  creator_id: maybe(int),
  invite_only: flag,
  is_web_public: flag,
  stream_post_policy: oneOf(1, 2, 3, 4),
  is_announcement_only: flag,
  message_retention_days: maybe(int),
  history_public_to_subscribers: flag,
  topics_policy: oneOf('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'),
  first_message_id: maybe(int),
  folder_id: maybe(int),
  is_recently_active: flag,
  stream_weekly_traffic: maybe(int),
  subscriber_count: int,
  can_subscribe_group: groupSetting,
  can_send_message_group: groupSetting,
  can_resolve_topics_group: groupSetting,
  can_add_subscribers_group: groupSetting,
  can_administer_channel_group: groupSetting,
  can_delete_any_message_group: groupSetting,
  can_delete_own_message_group: groupSetting,
  can_remove_subscribers_group: groupSetting,
  can_move_messages_out_of_channel_group: groupSetting,
  can_move_messages_within_channel_group: groupSetting,
};

export const channel = record(channelKeys);

/** With settings of the user; `notified`: the type of the notification settings. */
export const subscription = (notified: Shape, more: Record<string, Shape> = {}): Shape =>
  record({
    ...channelKeys,
    color: colour,
    is_muted: flag,
    in_home_view: flag,
    pin_to_top: flag,
    desktop_notifications: notified,
    audible_notifications: notified,
    push_notifications: notified,
    email_notifications: notified,
    wildcard_mentions_notify: notified,
    ...more,
  });

/** A channel to which the user was never subscribed. */
export const neverSubscribed = (more: Record<string, Shape> = {}): Shape => record({ ...channelKeys, ...more });

export const userGroup = record({
  id: int,
  name: filled,
  description: text,
  members: set(int),
  direct_subgroup_ids: set(int),
  is_system_group: flag,
  creator_id: maybe(int),
  date_created: maybe(int),
  deactivated: flag,
  can_add_members_group: groupSetting,
  can_join_group: groupSetting,
  can_leave_group: groupSetting,
  can_manage_group: groupSetting,
  can_mention_group: groupSetting,
  can_remove_members_group: groupSetting,
});

export const emoji = record({
  id: matching(/^\d+$/),
  name: filled,
  source_url: filled,
  still_url: maybe(filled),
  deactivated: flag,
  author_id: maybe(int),
});

export const channelFolder = record({
  id: int,
  name: filled,
  description: text,
  rendered_description: text,
  order: int,
  date_created: int,
  creator_id: maybe(int),
  is_archived: flag,
});

export const profileField = record(
  {
    id: int,
    type: oneOf(1, 2, 3, 4, 5, 6, 7, 8),
    name: filled,
    hint: text,
    field_data: text,
    order: int,
    required: flag,
    editable_by_user: flag,
  },
  { display_in_profile_summary: flag },
);

export const userTopic = {
  stream_id: int,
  topic_name: text,
  last_updated: int,
  visibility_policy: oneOf(0, 1, 2, 3),
};

export const savedSnippet = record({ id: int, title: filled, content: filled, date_created: int });

export const reaction = {
  emoji_name: filled,
  emoji_code: filled,
  reaction_type: oneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'),
  user_id: int,
};

const person = record({ id: int, email: filled, full_name: filled, is_mirror_dummy: flag });

const messageKeys = {
  id: int,
  client: text,
  content: text,
  content_type: oneOf('text/html', 'text/x-markdown'),
  is_me_message: flag,
  reactions: list(record(reaction)),
  submessages: list(record({ id: int, message_id: int, sender_id: int, msg_type: text, content: text })),
  sender_id: int,
  sender_email: filled,
  sender_full_name: filled,
  sender_realm_str: text,
  avatar_url: maybe(filled),
  timestamp: int,
  recipient_id: int,
  topic_links: list(record({ text, url: filled })),
};

/** In the event: without the flags, which are beside it. */
export const message = either(
  record({ ...messageKeys, type: oneOf('stream'), stream_id: int, subject: text, display_recipient: filled }),
  record({ ...messageKeys, type: oneOf('private'), subject: oneOf(''), display_recipient: list(person) }),
);
