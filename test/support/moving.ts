import type { EventQueue } from './event-queue';
import type { Body, Parameters, Person } from './person';
import type { Message } from './reading';
import type { World } from './world';

export const PROTECTED = { invite_only: true, history_public_to_subscribers: false };
export const PRIVATE = { invite_only: true, history_public_to_subscribers: true };
/** No notice in the target topic. */
export const QUIET = { send_notification_to_new_thread: false };

/** A channel of its own for a test, to which the owner and the named users are subscribed. */
export async function newChannel(
  { owner }: World,
  members: Person[],
  parameters: Parameters = {},
): Promise<{ name: string; id: number }> {
  const name = `channel ${++made}`;
  await owner.subscribe(name, { principals: [owner, ...members].map(({ id }) => id), ...parameters });
  return { name, id: await owner.channelId(name) };
}

let made = 0;

export const move = (person: Person, id: number, parameters: Parameters): Promise<Body> =>
  person.ok('PATCH', `messages/${id}`, parameters);

export const refused = async (person: Person, id: number, parameters: Parameters): Promise<Body> =>
  (await person.patch(`messages/${id}`, parameters)).body;

/** The messages of a topic, oldest first, as source texts. */
export async function inTopic(person: Person, channelName: string, topic: string): Promise<Message[]> {
  const narrow = [
    { operator: 'channel', operand: channelName },
    { operator: 'topic', operand: topic },
  ];
  const form = { apply_markdown: false, allow_empty_topic_name: true };
  const { messages } = await person.ok('GET', 'messages', { narrow, anchor: 'newest', num_before: 100, ...form });
  return messages as Message[];
}

export const idsIn = async (person: Person, name: string, topic: string): Promise<number[]> =>
  (await inTopic(person, name, topic)).map(({ id }) => id);

export const isUpdate = ({ type }: { type: string }): boolean => type === 'update_message';

export const updatesIn = (queue: EventQueue) => queue.seen.filter(isUpdate);
