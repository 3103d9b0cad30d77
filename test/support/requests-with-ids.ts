import type { Parameters } from './person';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Request = readonly [Method, string, Parameters?];

/** The id of no object. */
export const ABSENT = 987_654;

/** All requests with the id of a channel, by a user who cannot see it. */
export const WITH_CHANNEL: readonly (readonly [string, (id: number) => Request])[] = [
  ['show', (id) => ['GET', `streams/${id}`]],
  ['list subscribers', (id) => ['GET', `streams/${id}/members`]],
  ['find the address', (id) => ['GET', `streams/${id}/email_address`]],
  ['list topics', (id) => ['GET', `users/me/${id}/topics`]],
  ['rename', (id) => ['PATCH', `streams/${id}`, { new_name: 'mine' }]],
  ['describe', (id) => ['PATCH', `streams/${id}`, { description: 'mine' }]],
  ['change privacy', (id) => ['PATCH', `streams/${id}`, { is_private: false }]],
  ['change retention', (id) => ['PATCH', `streams/${id}`, { message_retention_days: 3 }]],
  ['change the topics policy', (id) => ['PATCH', `streams/${id}`, { topics_policy: 'empty_topic_only' }]],
  ['change nothing', (id) => ['PATCH', `streams/${id}`]],
  ['put into an unknown folder', (id) => ['PATCH', `streams/${id}`, { folder_id: ABSENT }]],
  ['change a group setting', (id) => ['PATCH', `streams/${id}`, { can_subscribe_group: { new: ABSENT } }]],
  [
    'expect a group setting',
    (id) => ['PATCH', `streams/${id}`, { can_administer_channel_group: { new: ABSENT, old: ABSENT } }],
  ],
  ['unarchive', (id) => ['PATCH', `streams/${id}`, { is_archived: false }]],
  ['archive', (id) => ['DELETE', `streams/${id}`]],
  ['make a default', (id) => ['POST', 'default_streams', { stream_id: id }]],
  ['unmake a default', (id) => ['DELETE', 'default_streams', { stream_id: id }]],
  [
    'set a property',
    (id) => [
      'POST',
      'users/me/subscriptions/properties',
      { subscription_data: [{ stream_id: id, property: 'is_muted', value: true }] },
    ],
  ],
  [
    'set a property in the other way',
    (id) => ['PATCH', `users/me/subscriptions/${id}`, { property: 'is_muted', value: true }],
  ],
  ['ask who is in it', (id) => ['GET', `users/1/subscriptions/${id}`]],
  ['mute a topic', (id) => ['POST', 'user_topics', { stream_id: id, topic: 'plans', visibility_policy: 1 }]],
  ['follow a topic', (id) => ['POST', 'user_topics', { stream_id: id, topic: 'plans', visibility_policy: 3 }]],
  [
    'mute a topic in the old way',
    (id) => ['PATCH', 'users/me/subscriptions/muted_topics', { stream_id: id, topic: 'plans', op: 'add' }],
  ],
  ['read', (id) => ['GET', 'messages', { ...AROUND, narrow: [{ operator: 'channel', operand: id }] }]],
  [
    'read a topic',
    (id) => [
      'GET',
      'messages',
      {
        ...AROUND,
        narrow: [
          { operator: 'channel', operand: id },
          { operator: 'topic', operand: 'plans' },
        ],
      },
    ],
  ],
  ['delete a topic', (id) => ['POST', `streams/${id}/delete_topic`, { topic_name: 'plans' }]],
  ['send', (id) => ['POST', 'messages', { type: 'channel', to: id, topic: 'plans', content: 'Hello' }]],
  [
    'draft for it',
    (id) => ['POST', 'drafts', { drafts: [{ type: 'stream', to: [id], topic: 'plans', content: 'Hello' }] }],
  ],
  [
    'announce in it',
    (id) => ['PATCH', 'realm', { new_stream_announcements_stream_id: id, moderation_request_channel_id: id }],
  ],
];

const AROUND = { anchor: 'newest', num_before: 5, num_after: 5 };

/** All requests with the name of a channel. */
export const WITH_CHANNEL_NAME: readonly (readonly [string, (name: string) => Request])[] = [
  ['find the id', (name) => ['GET', 'get_stream_id', { stream: name }]],
  ['send', (name) => ['POST', 'messages', { type: 'channel', to: name, topic: 'plans', content: 'Hello' }]],
  ['read', (name) => ['GET', 'messages', { ...AROUND, narrow: [{ operator: 'channel', operand: name }] }]],
  [
    'mute a topic',
    (name) => ['PATCH', 'users/me/subscriptions/muted_topics', { stream: name, topic: 'plans', op: 'add' }],
  ],
  ['unsubscribe', (name) => ['DELETE', 'users/me/subscriptions', { subscriptions: [name] }]],
  ['leave', (name) => ['PATCH', 'users/me/subscriptions', { delete: [name] }]],
  ['unsubscribe another', (name) => ['DELETE', 'users/me/subscriptions', { subscriptions: [name], principals: [1] }]],
  ['mention', (name) => ['POST', 'messages/render', { content: `see #**${name}** and #**${name}>plans**` }]],
];

export const WITH_GROUP: readonly (readonly [string, (id: number) => Request])[] = [
  ['rename', (id) => ['PATCH', `user_groups/${id}`, { name: 'mine' }]],
  ['change nothing', (id) => ['PATCH', `user_groups/${id}`]],
  ['change a setting', (id) => ['PATCH', `user_groups/${id}`, { can_join_group: { new: ABSENT, old: ABSENT } }]],
  ['deactivate', (id) => ['POST', `user_groups/${id}/deactivate`]],
  ['list members', (id) => ['GET', `user_groups/${id}/members`]],
  ['ask for a member', (id) => ['GET', `user_groups/${id}/members/1`]],
  ['list subgroups', (id) => ['GET', `user_groups/${id}/subgroups`]],
  ['add members', (id) => ['POST', `user_groups/${id}/members`, { add: [1] }]],
  ['add subgroups', (id) => ['POST', `user_groups/${id}/subgroups`, { add: [1] }]],
];
