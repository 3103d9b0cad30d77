import { inSeconds } from './later';
import type { Parameters, Person } from './person';

/** Targets of scheduled messages: a channel, one with very many subscribers, a user. */
export interface Scene {
  readonly plansId: number;
  readonly crowdId: number;
  readonly ben: Person;
}

/** The error, its parameters, and the answer. */
export type Refusal = [string, (scene: Scene) => Parameters, Record<string, unknown>];

/** Of an otherwise valid new one. */
export const REFUSED_AT_FIRST: Refusal[] = [
  [
    'for a time that is over',
    () => ({ scheduled_delivery_timestamp: inSeconds(0) }),
    { msg: 'Scheduled delivery time must be in the future.' },
  ],
  [
    'for a time long before',
    () => ({ scheduled_delivery_timestamp: -5 }),
    { msg: 'Scheduled delivery time must be in the future.' },
  ],
  [
    'for a time after all time',
    () => ({ scheduled_delivery_timestamp: 10 ** 15 }),
    { msg: 'scheduled_delivery_timestamp is too large' },
  ],
  [
    'for a time that is no integer',
    () => ({ scheduled_delivery_timestamp: '1.5' }),
    { msg: 'scheduled_delivery_timestamp is not an integer' },
  ],
  [
    'without a time',
    () => ({ scheduled_delivery_timestamp: undefined }),
    { code: 'REQUEST_VARIABLE_MISSING', var_name: 'scheduled_delivery_timestamp' },
  ],
  ['of no type', () => ({ type: undefined }), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'type' }],
  ['of another type', () => ({ type: 'letter' }), { msg: 'Invalid type' }],
  ['without recipients', () => ({ to: undefined }), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'to' }],
  ['without content', () => ({ content: undefined }), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' }],
  ['with empty content', () => ({ content: ' \n' }), { msg: 'Message must not be empty' }],
  ['with a null in it', () => ({ content: 'a\0b' }), { msg: 'Message must not contain null bytes' }],
  ['without a topic', () => ({ topic: undefined }), { msg: 'Missing topic' }],
  ['with an unprintable topic', () => ({ topic: 'a\u0007' }), { msg: 'Invalid character in topic, at position 2!' }],
  ['to an unknown channel', () => ({ to: 98_765 }), { code: 'STREAM_DOES_NOT_EXIST', stream_id: 98_765 }],
  ['to a list of channels', (s) => ({ to: [s.plansId] }), { msg: 'Invalid data type for channel ID' }],
  ['to a channel by name', () => ({ to: '"plans"' }), { msg: 'Invalid data type for recipients' }],
  [
    'to one user without a list',
    (s) => ({ type: 'direct', to: s.ben.id }),
    { msg: 'Invalid data type for recipients' },
  ],
  ['to addresses', (s) => ({ type: 'direct', to: [s.ben.email] }), { msg: 'Recipient list may only contain user IDs' }],
  ['to an empty list', () => ({ type: 'direct', to: [] }), { msg: 'Message must have recipients' }],
  ['to an unknown user', () => ({ type: 'direct', to: [98_765] }), { msg: 'Invalid user ID 98765' }],
  [
    'to too many for @all',
    (s) => ({ to: s.crowdId, content: '@**all**' }),
    { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
  ],
  [
    'to too many for @topic',
    () => ({ topic: 'busy', content: '@**topic**' }),
    { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
  ],
];

/** Of an edit. */
export const REFUSED_LATER: Refusal[] = [
  ['to nothing new', () => ({}), { msg: 'Nothing to change' }],
  [
    'to a time that is over',
    () => ({ scheduled_delivery_timestamp: inSeconds(0) }),
    { msg: 'Scheduled delivery time must be in the future.' },
  ],
  [
    'to a type without recipients',
    () => ({ type: 'direct' }),
    { msg: 'Recipient required when updating type of scheduled message.' },
  ],
  [
    'to a channel without a topic',
    (s) => ({ type: 'channel', to: s.plansId }),
    { msg: 'Topic required when updating scheduled message type to channel.' },
  ],
  ['to another type', (s) => ({ type: 'letter', to: s.plansId }), { msg: 'Invalid type' }],
  ['to an unknown channel', () => ({ to: 98_765 }), { code: 'STREAM_DOES_NOT_EXIST', stream_id: 98_765 }],
  ['to users, of the channel type', (s) => ({ to: [s.ben.id] }), { msg: 'Invalid data type for channel ID' }],
  [
    'to a channel, of the direct type',
    (s) => ({ type: 'direct', to: s.plansId }),
    { msg: 'Invalid data type for recipients' },
  ],
  ['to names', () => ({ type: 'direct', to: ['ben'] }), { msg: 'Recipient list may only contain user IDs' }],
  ['to an unknown user', () => ({ type: 'private', to: [98_765] }), { msg: 'Invalid user ID 98765' }],
  ['to empty content', () => ({ content: '  ' }), { msg: 'Message must not be empty' }],
  ['to an unprintable topic', () => ({ topic: '\u0007' }), { msg: 'Invalid character in topic, at position 1!' }],
  [
    'to call too many',
    (s) => ({ to: s.crowdId, content: '@**all**' }),
    { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
  ],
  [
    'to call a busy topic',
    () => ({ topic: 'busy', content: '@**topic**' }),
    { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
  ],
];
