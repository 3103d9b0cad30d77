import type { Actor } from '../actor';
import { Counted, Deeds, said } from './deed';
import { holding } from './messages';

const EMOJI = ['tada', 'heart', 'octopus'];

async function react(actor: Actor, counted: Counted): Promise<void> {
  const { facts, random } = actor.town;
  const emoji_name = random.pick(EMOJI);
  const thingOf = (id: number | null) => `reaction:${id}:${actor.id}:${emoji_name}`;
  const message = actor.message(({ id }) => facts.isFree(thingOf(id)));
  if (!message) return;
  const has = facts.get(thingOf(message.id)) === true;
  const isDone = said(has ? /REACTION_DOES_NOT_EXIST/ : /REACTION_ALREADY_EXISTS/);
  const wish = { parameters: { emoji_name }, isDone };
  const act = () => actor.client.insist(has ? 'DELETE' : 'POST', `messages/${message.id}/reactions`, wish);
  await counted(() => holding(actor, message, () => facts.change(thingOf(message.id), !has, act)));
}

/** Some messages at once, as clients do when a user scrolls. */
function flag(name: 'starred' | 'read', ops: readonly ('add' | 'remove')[]) {
  return async (actor: Actor, counted: Counted): Promise<void> => {
    const { facts, random } = actor.town;
    const thingOf = (id: number | null) => `${name}:${id}:${actor.id}`;
    const message = actor.message(({ id }) => facts.isFree(thingOf(id)));
    if (!message) return;
    const op = random.pick(ops);
    const parameters = { messages: [message.id], flag: name, op };
    const act = () => actor.client.insist('POST', 'messages/flags', { parameters });
    await counted(() => holding(actor, message, () => facts.change(thingOf(message.id), op === 'add', act)));
  };
}

async function readAll({ client }: Actor, counted: Counted): Promise<void> {
  const parameters = { anchor: 'oldest', num_before: 0, num_after: 200, include_anchor: true, op: 'add', flag: 'read' };
  const narrow = [{ operator: 'is', operand: 'unread' }];
  await counted(() =>
    client.insist('POST', 'messages/flags/narrow', { parameters: { ...parameters, narrow }, patienceMs: 10_000 }),
  );
}

/** A page of history, back from the user's newest message: in order, and without unreadable messages. */
async function look({ client, town, id }: Actor, counted: Counted): Promise<void> {
  const parameters = { anchor: 'newest', num_before: 30, num_after: 0, apply_markdown: false };
  const { messages } = await counted(() => client.get('messages', parameters));
  const page = messages as { id: number; sender_id: number; display_recipient: unknown; type: string }[];
  const ids = page.map((one) => one.id);
  if (ids.some((one, at) => at > 0 && one <= ids[at - 1])) town.breaches.push(`a page out of order: ${ids.join()}`);
  const foreign = page.filter(({ type, display_recipient: people }) => type === 'private' && !has(people, id));
  if (foreign.length > 0) town.breaches.push(`${client.email} reads what others wrote each other`);
}

const has = (people: unknown, id: number): boolean => (people as { id: number }[]).some((one) => one.id === id);

export const READING_DEEDS: Deeds = {
  'react, or take it back': { weight: 8, act: react },
  'star, or take it back': { weight: 4, act: flag('starred', ['add', 'add', 'remove']) },
  'mark as read or unread': { weight: 6, act: flag('read', ['add', 'add', 'remove']) },
  'mark all as read': { weight: 1, act: readAll },
  'fetch a page': { weight: 5, act: look },
};
