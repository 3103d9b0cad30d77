import type { OrganizationId, UserId } from '@app/kernel';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Audience, LogEntry } from '../event-log/audience';
import type { QueueViewer } from '../queues/queue-options';
import { isVisible } from '../registration/snapshot';
import { Heartbeats } from './heartbeats.service';
import type { EventKind } from '../event-log/ports';
import { QUEUE_CONTROL, QueueControlPayload } from '../queues/queue-control.service';
import { Registry } from '../event-log/registry.service';
import type { ResidentQueue, Serialise } from '../queues/resident-queue';
import { Tail } from '../event-log/tail.service';
import { ViewerLookups } from './viewer-lookups.service';

/** The queues that this node holds, and who gets which entry of the log. */
@Injectable()
export class Hub {
  private readonly queues = new Map<string, ResidentQueue>();
  private readonly ofUser = new Map<string, Set<ResidentQueue>>();
  private readonly ofOrganization = new Map<OrganizationId, Set<ResidentQueue>>();
  /** Queues that asked for more than their user's own messages. */
  private readonly wide = new Map<OrganizationId, Set<ResidentQueue>>();
  private readonly serialised = new WeakMap<LogEntry, Map<string, readonly string[]>>();
  private stopping = false;
  /** No longer held, while the row has yet to learn of their last polls; with the transaction that the tail had passed. */
  readonly departed = new Map<ResidentQueue, number>();

  /** Entries that ended queues or made credentials doubtful: whoever looked at rights and finds this changed looks again. */
  revocations = 0;

  constructor(
    private readonly registry: Registry,
    private readonly heartbeats: Heartbeats,
    private readonly log: Log,
    private readonly tail: Tail,
    private readonly lookups: ViewerLookups,
  ) {
    lookups.resumeWith((queues, isKnown) => {
      for (const queue of queues)
        if (isKnown) this.answer(queue);
        else this.release(queue);
    });
  }

  find(queueId: string): ResidentQueue | undefined {
    return this.queues.get(queueId);
  }

  get size(): number {
    return this.queues.size;
  }

  /** About how many bytes of memory the queues of all users take, and those of the user who has the most. */
  get bytes(): { all: number; mostOfAUser: number } {
    let all = 0;
    let mostOfAUser = 0;
    for (const queues of this.ofUser.values()) {
      let own = 0;
      for (const queue of queues) own += queue.bytes;
      all += own;
      mostOfAUser = Math.max(mostOfAUser, own);
    }
    return { all, mostOfAUser };
  }

  all(): Iterable<ResidentQueue> {
    return this.queues.values();
  }

  add(queue: ResidentQueue): void {
    const { queueId, userId, organizationId, options } = queue.viewer;
    this.queues.set(queueId, queue);
    addTo(this.ofUser, userKey(organizationId, userId), queue);
    addTo(this.ofOrganization, organizationId, queue);
    if (options.isWide) addTo(this.wide, organizationId, queue);
  }

  remove(queue: ResidentQueue): void {
    const { queueId, userId, organizationId } = queue.viewer;
    if (this.queues.get(queueId) === queue) this.queues.delete(queueId);
    removeFrom(this.ofUser, userKey(organizationId, userId), queue);
    removeFrom(this.ofOrganization, organizationId, queue);
    removeFrom(this.wide, organizationId, queue);
    this.release(queue);
    if (queue.isProgressUnsaved) this.departed.set(queue, this.tail.passedXid);
  }

  /** Hands new entries to the queues of their audience and answers those that wait. */
  deliver(entries: readonly LogEntry[]): void {
    const touched = new Set<ResidentQueue>();
    for (const entry of entries) {
      if (entry.kind === QUEUE_CONTROL) {
        this.obey(entry);
        continue;
      }
      for (const queue of this.audienceOf(entry)) if (this.offer(queue, entry)) touched.add(queue);
    }
    for (const queue of touched) {
      if (queue.isForOthers) this.sendOn(queue);
      else if (queue.isCutShort && !queue.waiting) this.remove(queue);
      else this.answer(queue);
    }
  }

  /** Whether the queue took it. What cannot be shaped is a fault of ours and must not cost others their events. */
  offer(queue: ResidentQueue, entry: LogEntry): boolean {
    try {
      if (!this.registry.knows(entry)) return queue.endBefore(entry);
      return queue.offer(entry);
    } catch (error) {
      const { xid, ordinal, kind } = entry;
      this.log.error('an event could not be told', { xid, ordinal, kind, error });
      return false;
    }
  }

  /** Whether an entry is for this viewer at all; used when a queue is made again from the log. */
  reaches({ audience, organizationId }: LogEntry, viewer: QueueViewer): boolean {
    if (organizationId !== viewer.organizationId) return false;
    if (audience.to === 'users') return audience.ids.includes(viewer.userId);
    if (audience.to === 'organization') return !audience.except.includes(viewer.userId);
    const index = this.registry.indexes.get(audience.rule);
    return (
      (viewer.options.isWide && audience.of.isPublic) ||
      index === undefined ||
      index.includes(audience.of, viewer.userId)
    );
  }

  /** How many events a queue gets of an entry that reaches it, by its event types and its narrow; one, where it is not known yet. */
  acceptance(viewer: QueueViewer): (entry: LogEntry) => number {
    const { eventTypes, narrow } = viewer.options;
    const types = eventTypes === null ? null : new Set(eventTypes);
    const filters = new Map<string, ReturnType<NonNullable<EventKind['filter']>>>();
    if (narrow.length > 0) {
      for (const { kind, filter } of this.registry.kinds.values()) if (filter) filters.set(kind, filter(narrow));
    }
    return (entry) => {
      const kind = this.registry.kinds.get(entry.kind);
      if (!kind || (types !== null && !types.has(kind.type))) return 0;
      const filter = filters.get(entry.kind);
      if (filter && !filter(entry.payload, viewer)) return 0;
      return this.lookups.isKnown(entry, viewer) ? this.shaped(entry, viewer).length : 1;
    };
  }

  /** The events as JSON, without ids; what is not known yet is looked up, and the queue answered then. */
  readonly serialise: Serialise = (entry, queue) => {
    if (this.lookups.isKnown(entry, queue.viewer)) return this.shaped(entry, queue.viewer);
    this.lookups.want(entry, queue);
    return undefined;
  };

  /** The same texts for all viewers of one variant. */
  private shaped(entry: LogEntry, viewer: QueueViewer): readonly string[] {
    const kind = this.registry.kinds.get(entry.kind)!;
    const variants = this.serialised.get(entry) ?? new Map<string, readonly string[]>();
    this.serialised.set(entry, variants);
    const told = { audience: entry.audience, known: this.lookups.answer(entry, viewer) };
    const name = kind.variant(entry.payload, viewer, told);
    let texts = variants.get(name);
    if (texts === undefined) {
      const event = kind.shape(entry.payload, viewer, told);
      texts = event === null ? [] : [event].flat().map((one) => JSON.stringify(one));
      variants.set(name, texts);
    }
    return texts;
  }

  /** All that there is for a client that does not wait, with what has to be looked up for it. */
  async take(queue: ResidentQueue): Promise<string> {
    const events = queue.next(this.serialise);
    if (!queue.isHeldUp) return events;
    await this.lookups.settled();
    return queue.next(this.serialise);
  }

  /** Answers a waiting poll when there is something to say. */
  answer(queue: ResidentQueue): void {
    if (!queue.waiting) return;
    const events = queue.next(this.serialise);
    if (events !== '') this.finish(queue, events);
  }

  /**
   * Ends a waiting poll with a heartbeat: the client polls again, here or on another node. One that comes from a node
   * that is ahead of this one may have got the first part of a transaction there, whose next event has the id that the
   * heartbeat would take: he gets nothing. Nor does one whose next event is still being looked up.
   */
  release(queue: ResidentQueue): void {
    if (!queue.waiting) return;
    const { lastXid, baseXid } = queue;
    const isFree = !queue.isHeldUp && (lastXid <= baseXid || this.tail.hasPassed(lastXid));
    this.finish(queue, isFree ? queue.heartbeat() : '');
  }

  /** As long as this node hears of nothing, nobody is to wait here: other nodes may well hear. */
  sendAllOn(): void {
    for (const queue of this.queues.values()) if (queue.waiting) this.finish(queue, '');
  }

  /** The client asks again, perhaps a node that can tell what follows. */
  private sendOn(queue: ResidentQueue): void {
    if (queue.waiting) this.finish(queue, '');
    this.remove(queue);
  }

  hold(queue: ResidentQueue, answer: (events: string) => void): () => void {
    this.release(queue);
    const timer = setTimeout(() => this.release(queue), this.heartbeats.nextMs());
    const waiting = {
      answer: (events: string) => {
        clearTimeout(timer);
        answer(events);
      },
    };
    queue.waiting = waiting;
    this.answer(queue);
    if (this.stopping) this.release(queue);
    return () => {
      clearTimeout(timer);
      if (queue.waiting === waiting) queue.waiting = null;
    };
  }

  /** From now on no poll waits here that does not wait already. */
  holdNoMore(): void {
    this.stopping = true;
  }

  releaseAll(): void {
    this.holdNoMore();
    for (const queue of this.queues.values()) this.release(queue);
  }

  private finish(queue: ResidentQueue, events: string): void {
    const waiting = queue.waiting!;
    queue.waiting = null;
    queue.lastSeenAt = Date.now();
    waiting.answer(events);
  }

  private audienceOf({ audience, organizationId }: LogEntry): Iterable<ResidentQueue> {
    if (audience.to === 'organization') return this.everybodyBut(organizationId, audience.except);
    if (audience.to === 'users') return this.queuesOf(organizationId, audience.ids);
    return this.ruled(organizationId, audience);
  }

  private *everybodyBut(organizationId: OrganizationId, except: readonly UserId[]): Iterable<ResidentQueue> {
    const excluded = new Set(except);
    for (const queue of this.ofOrganization.get(organizationId) ?? [])
      if (!excluded.has(queue.viewer.userId)) yield queue;
  }

  private *queuesOf(organizationId: OrganizationId, ids: Iterable<UserId>): Iterable<ResidentQueue> {
    for (const id of ids) yield* this.ofUser.get(userKey(organizationId, id)) ?? [];
  }

  private *ruled(organizationId: OrganizationId, { rule, of }: Audience & { to: 'rule' }): Iterable<ResidentQueue> {
    const index = this.registry.indexes.get(rule);
    if (!index) return yield* this.everybodyBut(organizationId, []);
    const wide = of.isPublic ? this.wide.get(organizationId) : undefined;
    if (wide) yield* wide;
    const local = this.ofOrganization.get(organizationId) ?? new Set();
    for (const queue of this.fewer(organizationId, index.members(of), local)) {
      if (!wide?.has(queue) && index.includes(of, queue.viewer.userId)) yield queue;
    }
  }

  /** A node with few clients looks at those instead of at every member of a large channel. */
  private *fewer(
    organizationId: OrganizationId,
    members: Iterable<UserId>,
    local: Set<ResidentQueue>,
  ): Iterable<ResidentQueue> {
    const some: UserId[] = [];
    for (const member of members) {
      if (some.length > local.size) return yield* local;
      some.push(member);
    }
    yield* this.queuesOf(organizationId, some);
  }

  /** Whether the entry says that the queue is to get no more of channels that its user is not in. */
  confines({ kind, organizationId, payload, xid }: LogEntry, { viewer, snapshot }: ResidentQueue): boolean {
    if (kind !== QUEUE_CONTROL || organizationId !== viewer.organizationId) return false;
    const { action, userId } = payload as QueueControlPayload;
    return action === 'confine' && userId === viewer.userId && !isVisible(xid, snapshot);
  }

  confine(queue: ResidentQueue): void {
    removeFrom(this.wide, queue.viewer.organizationId, queue);
    queue.viewer = { ...queue.viewer, options: { ...queue.viewer.options, isWide: false } };
  }

  /** Entries that speak to the nodes themselves. */
  private obey({ payload, organizationId }: LogEntry): void {
    this.revocations++;
    const { action, userId, queueId } = payload as QueueControlPayload;
    const concerned = queueId
      ? [this.queues.get(queueId)]
      : [
          ...((userId === null
            ? this.ofOrganization.get(organizationId)
            : this.ofUser.get(userKey(organizationId, userId))) ?? []),
        ];
    for (const queue of concerned) {
      if (!queue) continue;
      queue.credentials = null;
      this.answer(queue); // what came before is still theirs
      this.release(queue);
      if (action === 'end') this.remove(queue);
      if (action === 'confine') this.confine(queue);
    }
  }
}

const userKey = (organizationId: OrganizationId, userId: UserId): string => `${organizationId}:${userId}`;

function addTo<K>(sets: Map<K, Set<ResidentQueue>>, key: K, queue: ResidentQueue): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(queue));
}

function removeFrom<K>(sets: Map<K, Set<ResidentQueue>>, key: K, queue: ResidentQueue): void {
  const set = sets.get(key);
  set?.delete(queue);
  if (set?.size === 0) sets.delete(key);
}
