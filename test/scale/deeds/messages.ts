import type { Actor } from '../actor';
import type { Client, Outcome, Wish } from '../client';
import { contentOf, NumberedMessage } from '../ledger';
import type { Place } from '../places';
import type { Town } from '../town';
import { Counted, Deeds, said } from './deed';

const TOPICS = ['numbers', 'letters', 'signs'];
const SOME_REVISIONS = 1_000_000;

/** With a queue and a local id, until it is acknowledged: after any failure it is one message. */
export async function send(
  town: Town,
  client: Client,
  place: Place,
  { addition = '', isInTurn = true } = {},
): Promise<NumberedMessage> {
  const message = town.ledger.open(client.id, place, isInTurn);
  const content = contentOf(message.number, addition);
  const topic = place.channelId === null ? {} : { topic: town.random.pick(TOPICS) };
  const echo = { queue_id: town.readerOf(client).queueId, local_id: String(message.number) };
  const { body } = await client.insist('POST', 'messages', {
    parameters: { ...place.address, ...topic, content, ...echo },
  });
  message.id = body.id as number;
  message.acknowledgedAt = performance.now();
  return message;
}

/** During the action, and until no repetition can take effect any more, no other action removes the message. */
export async function holding(
  { town }: Actor,
  message: NumberedMessage,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  message.holds++;
  const outcome = await act();
  if (outcome.isRepeated) town.facts.track(town.disturbances.outlived(outcome.from).then(() => void message.holds--));
  else message.holds--;
  return outcome;
}

const sendSomewhere = ({ town, client, places }: Actor, counted: Counted): Promise<unknown> =>
  counted(() => send(town, client, town.random.pick(places)));

/** So that the sends of a node share a transaction: a kill meets some in the middle of it. */
const AT_ONCE = 9;

const sendManyAtOnce = ({ town, client, places }: Actor, counted: Counted): Promise<unknown> =>
  counted(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, () => send(town, client, town.random.pick(places), { isInTurn: false })),
    ),
  );

async function edit(actor: Actor, counted: Counted): Promise<void> {
  const { facts, random } = actor.town;
  const message = actor.message(({ authorId, id }) => authorId === actor.id && facts.isFree(`content:${id}`));
  if (!message) return;
  const content = contentOf(message.number, ` in revision ${random.below(SOME_REVISIONS)}`);
  const act = () => actor.client.insist('PATCH', `messages/${message.id}`, { parameters: { content } });
  await counted(() => holding(actor, message, () => facts.change(`content:${message.id}`, content, act)));
}

const QUIETLY = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
const isMoved = said(/Nothing to change/i);

/** One message, to another topic: by its author, so that no other user moves it meanwhile. */
async function moveOne(actor: Actor, counted: Counted): Promise<void> {
  const { facts, random, places } = actor.town;
  const message = actor.message(
    ({ authorId, place, movedTo, id }) =>
      authorId === actor.id && place === places[2] && movedTo === null && facts.isFree(`topic:${id}`),
  );
  if (!message) return;
  const topic = `moved ${random.below(5)}`;
  if (facts.get(`topic:${message.id}`) === topic) return;
  const parameters = { topic, propagate_mode: 'change_one', ...QUIETLY };
  const act = () => actor.client.insist('PATCH', `messages/${message.id}`, { parameters, isDone: isMoved });
  await counted(() => holding(actor, message, () => facts.change(`topic:${message.id}`, topic, act)));
}

/** A whole topic, between two channels with the same subscribers. */
async function moveTopic(actor: Actor, counted: Counted): Promise<void> {
  const { facts, random, places } = actor.town;
  const [one, other] = places;
  const message = actor.message(
    ({ place, movedTo }) => (place === one || place === other) && movedTo === null && facts.isFree('thread'),
  );
  if (!message) return;
  const parameters = {
    stream_id: random.pick([one, other]).channelId,
    topic: random.pick(TOPICS),
    propagate_mode: random.pick(['change_all', 'change_later']),
    ...QUIETLY,
  };
  const isDone = said(/Nothing to change/i);
  await counted(() =>
    holding(actor, message, () =>
      facts.change('thread', null, () => attemptMove(actor, message.id!, { parameters, isDone })),
    ),
  );
}

/** It may be there already: then there was nothing to do. */
async function attemptMove({ client }: Actor, id: number, wish: Wish): Promise<Outcome> {
  const { message } = await client.get(`messages/${id}`, { apply_markdown: false });
  const { stream_id, subject } = message as { stream_id: number; subject: string };
  const { stream_id: toChannel, topic } = wish.parameters!;
  if (stream_id === toChannel && subject === topic) return { status: 200, body: {}, isRepeated: false, from: 0 };
  return client.insist('PATCH', `messages/${id}`, wish);
}

/** To a channel that most receivers cannot see. */
async function hide(actor: Actor, counted: Counted): Promise<void> {
  const { places, facts } = actor.town;
  const [everybody, , half] = places;
  if (!half.userIds.includes(actor.id)) return;
  const message = idle(actor, ({ place, movedTo }) => place === everybody && movedTo === null);
  if (!message || !facts.isFree('thread')) return;
  message.isClosed = true;
  message.movedTo = half;
  const parameters = { stream_id: half.channelId, propagate_mode: 'change_one', ...QUIETLY };
  const wish = { parameters, isDone: isMoved };
  await counted(() => facts.change('thread', null, () => actor.client.insist('PATCH', `messages/${message.id}`, wish)));
}

async function remove(actor: Actor, counted: Counted): Promise<void> {
  const message = idle(actor, ({ authorId }) => authorId === actor.id);
  if (!message) return;
  message.isClosed = true;
  message.isDeleted = true;
  const isDone = said(/Invalid message|already deleted/i);
  await counted(() => actor.client.insist('DELETE', `messages/${message.id}`, { isDone }));
}

/** A message without a running action. */
const idle = (actor: Actor, fits: (message: NumberedMessage) => boolean): NumberedMessage | null =>
  actor.message((message) => message.holds === 0 && fits(message));

export const MESSAGE_DEEDS: Deeds = {
  send: { weight: 30, act: sendSomewhere },
  'send many at once': { weight: 6, act: sendManyAtOnce },
  'edit a message': { weight: 7, act: edit },
  'move a message': { weight: 4, act: moveOne },
  'move a topic': { weight: 1, act: moveTopic },
  'move to a hidden place': { weight: 1, act: hide },
  'delete a message': { weight: 3, act: remove },
};
