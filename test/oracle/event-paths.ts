import { fold } from '../support/fold';
import type { Event } from '../support/event-queue';
import type { Channel, Message } from './facts';
import type { Model } from './model';
import { checkChanges } from './change-events';
import { Actor, Disagreement, Scene } from './scene';
import { checkState, REGISTERED, State } from './snapshot-paths';

/** The model before and after each step, with the first later transaction id. */
export interface Moment {
  /** The number of its step. */
  step: number;
  /** Of all actions in the scene so far. */
  number: number;
  before: Model;
  after: Model;
  endXid: number;
  /** The actions of the step. */
  story: string;
  who: Actor | null;
}

interface Queue {
  who: Actor;
  id: string;
  lastEventId: number;
  state: State;
  baseXid: number;
  /** Receives public messages too, until its user becomes a guest. */
  isWide: boolean;
}

/** No poll returns more at once. */
const MAX_PER_POLL = 1_000;
const IDS_PER_TRANSACTION = 65_536;

/** The live queue of each actor, from the first step to the last. */
export class Queues {
  private readonly queues: Queue[] = [];

  /** @param knownBefore what each user could read before the queues were registered */
  constructor(
    private readonly scene: Scene,
    private readonly knownBefore: ReadonlyMap<number, ReadonlySet<string>>,
  ) {}

  async open(): Promise<void> {
    const { scene } = this;
    const wide = [scene.people[0], scene.people[3]].map((who) => ({ who, isWide: true }));
    for (const { who, isWide } of [...scene.people.map((who) => ({ who, isWide: false })), ...wide]) {
      if (scene.model.isStrange(who.id) || (isWide && scene.model.isGuest(who.id))) continue;
      const only = isWide ? { event_types: ['message'], all_public_streams: true } : {};
      const { body } = await scene.ask(who, 'POST', 'register', { ...REGISTERED, ...only });
      const id = body.queue_id as string;
      const [{ base }] = await scene.sql<{ base: string }>('SELECT base_xid AS base FROM event_queue WHERE id = $1', [
        id,
      ]);
      this.queues.push({
        who,
        id,
        lastEventId: body.last_event_id as number,
        state: body,
        baseXid: Number(base),
        isWide,
      });
    }
  }

  /** The same for another scene with the same start. */
  copyFor(scene: Scene): Queues {
    const copy = new Queues(scene, this.knownBefore);
    for (const queue of this.queues) copy.queues.push({ ...queue, who: scene.person(queue.who.id) });
    return copy;
  }

  /** Every event was allowed for its receiver, and nothing is missing: no message, and no part of the state. */
  async check(moments: readonly Moment[]): Promise<void> {
    await this.scene.world.settled();
    for (const queue of this.queues) {
      if (hasLeft(queue.who, moments)) {
        await this.expectGone(queue);
        continue;
      }
      const events = await this.drain(queue);
      for (const event of events) this.checkEvent(queue, event, moments);
      checkMessages(queue, events, moments);
      if (queue.isWide) continue;
      checkChanges(queue.who, events, moments, (event) => momentOf(queue, event, moments));
      const followed = fold(structuredClone(queue.state), structuredClone(events), queue.who.id);
      checkState(this.scene, queue.who, followed, { place: 'snapshot and events', isFresh: false });
    }
  }

  private async drain(queue: Queue): Promise<Event[]> {
    const all: Event[] = [];
    for (;;) {
      const parameters = { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true };
      // The secrets in it are checked below, for the time that it describes.
      const { body, text } = await this.scene.oracleServer.send(queue.who, 'GET', 'events', parameters);
      if (body.result !== 'success') throw new Disagreement('GET events', queue.who.name, text, 'success');
      const events = body.events as Event[];
      all.push(...events);
      if (events.length < MAX_PER_POLL) return all.filter(({ type }) => type !== 'heartbeat');
      queue.lastEventId = events[events.length - 1].id;
    }
  }

  /** With its owner's account, even if the owner is reactivated since. */
  private async expectGone({ who, id, lastEventId }: Queue): Promise<void> {
    const parameters = { queue_id: id, last_event_id: lastEventId, dont_block: true };
    const { body, text } = await this.scene.oracleServer.send(who, 'GET', 'events', parameters);
    const wanted = this.scene.model.isStrange(who.id) ? 'USER_DEACTIVATED' : 'BAD_EVENT_QUEUE_ID';
    if (body.code !== wanted) throw new Disagreement('GET events', who.name, text, wanted);
  }

  private checkEvent(queue: Queue, event: Event, moments: readonly Moment[]): void {
    const { who } = queue;
    const moment = momentOf(queue, event, moments);
    const models = [moment.before, moment.after];
    const complain = (what: string, wanted: unknown): never => {
      throw new Disagreement(`event ${what} after "${moment.story}"`, who.name, event, wanted);
    };
    // A policy is removed under the name by which the user once knew the topic.
    const isReset = event.type === 'user_topic' && event.visibility_policy === 0;
    const earlier = isReset ? moments.slice(0, moments.indexOf(moment)).map(({ before }) => before) : [];
    const known: ReadonlySet<string>[] = [...earlier, ...models].map((model) => model.secretsOf(who.id));
    if (isReset) known.push(this.knownBefore.get(who.id)!);
    const leaked = this.scene.secrets.in(JSON.stringify(event)).filter((one) => !known.some((some) => some.has(one)));
    if (leaked.length > 0) complain('with a secret', leaked);
    for (const id of isReset ? [] : channelIdsIn(event)) {
      const sees = (model: Model) => model.channels.has(id) && model.seesMetadata(who.id, model.channels.get(id)!);
      if (!models.some(sees)) complain('of a channel not visible', id);
    }
    for (const id of peopleIn(event))
      if (!models.some((model) => model.knows(who.id, id))) complain('of somebody not visible', id);
    for (const channel of subscribersIn(event)) {
      const sees = (model: Model) =>
        model.channels.has(channel) && model.seesSubscribers(who.id, model.channels.get(channel)!);
      if (!models.some(sees)) complain('with subscribers not visible', channel);
    }
    for (const [id, first] of firstMessagesIn(event)) {
      const allowed = models.map((model) => firstMessage(model, who, model.channels.get(id)));
      if (first !== null && !allowed.some((one) => one !== null && first >= one))
        complain('with a first message', allowed);
    }
    for (const id of messageIdsIn(event)) {
      const isOwn = (message: Message | undefined, model: Model) =>
        message !== undefined && (model.readsMessage(who.id, message) || message.rows.has(who.id));
      if (!models.some((model) => isOwn(model.messages.get(id), model))) complain('of a message not visible', id);
    }
  }
}

function momentOf({ baseXid }: Queue, event: Event, moments: readonly Moment[]): Moment {
  const xid = baseXid + Math.floor(event.id / IDS_PER_TRANSACTION);
  return moments.find(({ endXid }) => xid < endXid) ?? moments[moments.length - 1];
}

const hasLeft = ({ id }: Actor, moments: readonly Moment[]): boolean =>
  moments.some(({ after }) => !after.users.get(id)!.isActive);

/**
 * Exactly the messages that were received when they were sent, each once, in order. Public messages without a
 * subscription reach users who are no guests at the delivery; a node that takes over a queue reads the current role.
 */
function checkMessages({ who, isWide }: Queue, events: readonly Event[], moments: readonly Moment[]): void {
  const told = events.flatMap(({ type, message }) => (type === 'message' ? [(message as { id: number }).id] : []));
  const becomesGuest = moments.some(({ after }) => after.isGuest(who.id));
  let hearsAll = isWide;
  const wanted = moments.flatMap(({ before, after }) => {
    hearsAll &&= !after.isGuest(who.id);
    const isPublic = ({ channelId }: Message) => channelId !== null && !after.channels.get(channelId)!.isPrivate;
    return after
      .allMessages()
      .filter((message) => !before.messages.has(message.id))
      .filter((message) => {
        if (message.rows.has(who.id)) return true;
        return hearsAll && isPublic(message) && (!becomesGuest || told.includes(message.id));
      })
      .map(({ id }) => id);
  });
  if (told.join() !== wanted.join()) throw new Disagreement('message events', who.name, told, wanted);
}

const firstMessage = (model: Model, { id }: Actor, channel: Channel | undefined): number | null =>
  channel ? model.firstMessageId(id, channel) : null;

type ChannelLike = { stream_id: number; first_message_id?: number | null };
const listIn = (event: Event, name: string): ChannelLike[] => (event[name] ?? []) as ChannelLike[];

function channelIdsIn(event: Event): number[] {
  const listed = [...listIn(event, 'streams'), ...listIn(event, 'subscriptions')].map(({ stream_id }) => stream_id);
  const own = [event.stream_id, event.new_stream_id].filter((id) => typeof id === 'number');
  return [...listed, ...own, ...((event.stream_ids ?? []) as number[]), ...((event.default_streams ?? []) as number[])];
}

/** The user ids in an event; groups and channels list ids of users, which are no secret. */
function peopleIn({ type, person, user_id }: Event): number[] {
  if (type === 'realm_user') return [(person as { user_id: number }).user_id];
  return type === 'user_status' || type === 'presence' ? [user_id as number] : [];
}

/** The channels whose subscribers an event lists. */
const subscribersIn = (event: Event): number[] =>
  event.op === 'peer_add' || event.op === 'peer_remove' ? (event.stream_ids as number[]) : [];

function firstMessagesIn(event: Event): [number, number | null][] {
  const listed = [...listIn(event, 'streams'), ...listIn(event, 'subscriptions')];
  const shown = listed.flatMap(({ stream_id, first_message_id }): [number, number | null][] =>
    first_message_id === undefined ? [] : [[stream_id, first_message_id]],
  );
  if (event.property === 'first_message_id') shown.push([event.stream_id as number, event.value as number | null]);
  return shown;
}

const messageIdsIn = (event: Event): number[] => [
  ...((event.messages ?? []) as number[]),
  ...((event.message_ids ?? []) as number[]),
  ...(event.type === 'reaction' ? [event.message_id as number] : []),
  ...(event.type === 'message' ? [(event.message as { id: number }).id] : []),
];
