import type { ApiResponse, Body, Parameters, Person } from '../person';
import type { Kind } from './rules';

/** The target channel of an operation: an existing one, or none. */
export interface Aim {
  id: number;
  name: string;
  kind: Kind;
}

export interface Setting {
  /** The users whom an actor may subscribe, and unsubscribe. */
  outsiderId: number;
  insiderId: number;
  folderId: number;
  moderatorsId: number;
  nobodyId: number;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Request = readonly [Method, string, Parameters?];

interface Operation {
  name: string;
  request(aim: Aim, setting: Setting): Request;
  /** What was read; none: not relevant. */
  read?(body: Body): string;
  /** Reverts effects on the following operations. */
  undo?(aim: Aim, isSubscribed: boolean): Request | null;
  /** An absent channel would be created. */
  makes?: true;
}

const patch = (name: string, parameters: (aim: Aim, setting: Setting) => Parameters): Operation => ({
  name,
  request: (aim, setting) => ['PATCH', `streams/${aim.id}`, parameters(aim, setting)],
});

const topicPolicy = (name: string, visibility_policy: number): Operation => ({
  name,
  request: ({ id }) => ['POST', 'user_topics', { stream_id: id, topic: 'late', visibility_policy }],
});

const everything = { anchor: 'oldest', num_before: 0, num_after: 50, apply_markdown: false };
const written = (body: Body): string =>
  (body.messages as { content: string }[])
    .map(({ content }) => content)
    .filter((content) => content === 'early' || content === 'late')
    .join(', ');
const named = (body: Body): string =>
  (body.topics as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name === 'early' || name === 'late')
    .sort()
    .join(', ');

/** In an order in which no operation prevents the next. */
export const OPERATIONS: readonly Operation[] = [
  { name: 'show', request: ({ id }) => ['GET', `streams/${id}`] },
  { name: 'list subscribers', request: ({ id }) => ['GET', `streams/${id}/members`] },
  {
    name: 'ask whether another is in it',
    request: ({ id }, { insiderId }) => ['GET', `users/${insiderId}/subscriptions/${id}`],
  },
  { name: 'find by name', request: ({ name }) => ['GET', 'get_stream_id', { stream: name }], makes: true },
  {
    name: 'read messages',
    request: ({ id }) => ['GET', 'messages', { ...everything, narrow: [{ operator: 'channel', operand: id }] }],
    read: written,
  },
  { name: 'read topics', request: ({ id }) => ['GET', `users/me/${id}/topics`], read: named },
  { name: 'read the address', request: ({ id }) => ['GET', `streams/${id}/email_address`] },
  {
    name: 'post',
    request: ({ id }) => ['POST', 'messages', { type: 'stream', to: id, topic: 'own', content: 'Hello' }],
  },
  {
    name: 'draft for it',
    request: ({ id }) => ['POST', 'drafts', { drafts: [{ type: 'stream', to: [id], topic: 'own', content: 'Hello' }] }],
  },
  topicPolicy('mute a topic', 1),
  topicPolicy('unmute a topic', 0),
  {
    name: 'set a property',
    request: ({ id }) => [
      'POST',
      'users/me/subscriptions/properties',
      { subscription_data: [{ stream_id: id, property: 'pin_to_top', value: true }] },
    ],
  },
  patch('rename', ({ name }) => ({ new_name: `${name} renamed` })),
  patch('describe', () => ({ description: 'Other words' })),
  patch('change a group setting', (_, { moderatorsId }) => ({ can_resolve_topics_group: { new: moderatorsId } })),
  patch('change who subscribes', (_, { nobodyId }) => ({ can_subscribe_group: { new: nobodyId } })),
  patch('change retention', () => ({ message_retention_days: 30 })),
  patch('change the topics policy', () => ({ topics_policy: 'disable_empty_topic' })),
  patch('put into a folder', (_, { folderId }) => ({ folder_id: folderId })),
  { name: 'make a default', request: ({ id }) => ['POST', 'default_streams', { stream_id: id }] },
  { name: 'unmake a default', request: ({ id }) => ['DELETE', 'default_streams', { stream_id: id }] },
  {
    name: 'subscribe another',
    request: ({ name }, { outsiderId }) => [
      'POST',
      'users/me/subscriptions',
      { subscriptions: [{ name }], principals: [outsiderId], send_new_subscription_messages: false },
    ],
    makes: true,
  },
  {
    name: 'unsubscribe another',
    request: ({ name }, { insiderId }) => [
      'DELETE',
      'users/me/subscriptions',
      { subscriptions: [name], principals: [insiderId] },
    ],
    makes: true,
  },
  {
    name: 'subscribe oneself',
    request: ({ name }) => ['POST', 'users/me/subscriptions', { subscriptions: [{ name }] }],
    undo: ({ name }, isSubscribed) =>
      isSubscribed ? null : ['DELETE', 'users/me/subscriptions', { subscriptions: [name] }],
    makes: true,
  },
  {
    name: 'delete a topic',
    request: ({ id }) => ['POST', `streams/${id}/delete_topic`, { topic_name: 'long gone' }],
  },
  patch('change privacy', ({ kind }) => {
    if (kind.privacy === 'web-public') return { is_private: true, is_web_public: false };
    return { is_private: kind.privacy === 'public' };
  }),
  { name: 'archive', request: ({ id }) => ['DELETE', `streams/${id}`] },
  patch('unarchive', () => ({ is_archived: false })),
];

const NOWHERE = { id: 987_654_321, name: 'no such channel' };

/** Runs the operations as one user, and returns the outcomes. */
export class Trials {
  private readonly absences = new Map<string, string>();

  constructor(
    private readonly person: Person,
    private readonly setting: Setting,
  ) {}

  /** `ok`, what was read, or the kind of refusal. */
  async outcome(operation: Operation, aim: Aim, isSubscribed: boolean): Promise<string> {
    const answer = await this.ask(operation.request(aim, this.setting));
    if (answer.status === 200) {
      const undo = operation.undo?.(aim, isSubscribed);
      if (undo) await this.ask(undo);
      return operation.read ? `ok: ${operation.read(answer.body)}` : 'ok';
    }
    if (answer.body.code === 'UNAUTHORIZED_PRINCIPAL') return 'unauthorized';
    if (!operation.makes && bodyFor(answer, aim) === (await this.absence(operation, aim.kind))) return 'absent';
    if (answer.status !== 400) return `${answer.status}`;
    return answer.body.code === 'BAD_REQUEST' ? 'refused' : JSON.stringify(answer.body);
  }

  /** The answer that this user gets for a channel that does not exist. */
  private async absence(operation: Operation, kind: Kind): Promise<string> {
    const key = `${operation.name} ${kind.privacy}`;
    const known = this.absences.get(key);
    if (known !== undefined) return known;
    const aim = { ...NOWHERE, kind };
    const body = bodyFor(await this.ask(operation.request(aim, this.setting)), aim);
    this.absences.set(key, body);
    return body;
  }

  private ask([method, path, parameters]: Request): Promise<ApiResponse> {
    return this.person.world.request(method, path, parameters, this.person.authorization);
  }
}

/** The same for every channel: requested names and ids are removed. */
const bodyFor = ({ status, body }: ApiResponse, { id, name }: Aim): string =>
  `${status} ${JSON.stringify(body)}`.replace(new RegExp(`\\b${id}\\b`, 'g'), '#').replaceAll(name, '#');
