import { Clock } from '@app/kernel';
import { Actor, Log, Transactions } from '@app/platform';
import { BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { LogEntry } from '../domain/audience';
import { EventIdWasNeverIssued, EventsAreAlreadyPruned, QueueIsUnknown } from '../domain/errors';
import { baseOf, eventId, Position, positionOf } from '../domain/event-id';
import type { QueueOptions } from '../domain/queue-options';
import { parseSnapshot } from '../domain/snapshot';
import { EventLogRepository } from '../store/event-log.repository';
import { QueueRepository, QueueRow } from '../store/queue.repository';
import { Hub } from './hub';
import { QueueControl } from './queue-control';
import { Registry } from './registry';
import { ResidentQueue } from './resident-queue';
import { Tail } from './tail';

/** Entries read at a time when a queue is made again from the log. */
const BATCH = 2_000;
const LARGEST_IN_A_TRANSACTION = 65_535;
/** For so long clients are sent on to nodes of a newer version. */
const UPGRADE_SECONDS = 120;
/** A queue that nobody has polled here for so long is held no more: its row and the log have what it takes to make it again. */
const HELD_MS = 5 * 60 * 1000;

/** The event queues of clients: a row each, and on the nodes that serve them a cursor in memory. */
@Injectable()
export class Queues implements BeforeApplicationShutdown {
  constructor(
    private readonly hub: Hub,
    private readonly tail: Tail,
    private readonly rows: QueueRepository,
    private readonly entries: EventLogRepository,
    private readonly control: QueueControl,
    private readonly registry: Registry,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Makes a queue and runs `read` in the snapshot that the queue starts from: what the snapshot shows is not told again,
   * everything after it is (ADR 1).
   */
  async allocate<T>(
    actor: Actor,
    options: QueueOptions,
    idleSeconds: number,
    read: () => Promise<T>,
  ): Promise<{ queueId: string; state: T }> {
    const queueId = crypto.randomUUID();
    const viewer = { queueId, userId: actor.userId, organizationId: actor.organizationId, options };
    const eventsOf = this.hub.acceptance(viewer); // refuses a narrow that queues do not know, before anything is written
    const { snapshot, state } = await this.transactions.run(
      [],
      async () => {
        const text = await this.entries.snapshot();
        const state = await read();
        const row = {
          id: queueId,
          ...viewer,
          keyId: actor.keyId,
          snapshot: text,
          baseXid: baseOf(parseSnapshot(text).xmin),
          idleSeconds,
        };
        await this.rows.insert(row, actor);
        return { snapshot: parseSnapshot(text), state };
      },
      { repeatableRead: true },
    );
    const queue = new ResidentQueue(
      viewer,
      actor.keyId,
      baseOf(snapshot.xmin),
      snapshot,
      idleSeconds,
      eventsOf,
      -1,
      this.now(),
    );
    const behind = this.tail.since(queue.position);
    if (behind) this.admit(queue, behind);
    return { queueId, state };
  }

  /**
   * The resident queue of that id, made from its row where this node does not hold it.
   * @throws QueueIsUnknown
   */
  async resident(queueId: string): Promise<ResidentQueue> {
    const held = this.hub.find(queueId);
    if (held) return held;
    const row = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(queueId) ? await this.rows.find(queueId) : null;
    if (!row) throw new QueueIsUnknown(queueId);
    return this.hub.find(queueId) ?? (await this.rebuild(row, row.acknowledgedId));
  }

  /**
   * Acknowledges everything up to an id and makes sure that this node has what follows it.
   * @throws EventsAreAlreadyPruned, EventIdWasNeverIssued, QueueIsUnknown
   */
  async acknowledge(queue: ResidentQueue, lastEventId: number): Promise<ResidentQueue> {
    if (queue.hasPruned(lastEventId)) throw new EventsAreAlreadyPruned(lastEventId);
    const newest = eventId(queue.baseXid, this.tail.position) + LARGEST_IN_A_TRANSACTION;
    // A long transaction anywhere holds the tail back: what was acknowledged before needs no proof even then.
    if (lastEventId > Math.max(newest, queue.acknowledgedId)) await this.assertIssued(queue, lastEventId);
    const able = queue.canServe(lastEventId) ? queue : await this.again(queue, lastEventId);
    if (able.isForOthers && (await this.isForNobody(able))) throw new QueueIsUnknown(able.viewer.queueId);
    able.acknowledge(lastEventId, this.now());
    return able;
  }

  /** @throws QueueIsUnknown also for somebody else's queue */
  async end(actor: Actor, queueId: string): Promise<void> {
    const queue = await this.resident(queueId);
    if (queue.viewer.userId !== actor.userId || queue.viewer.organizationId !== actor.organizationId)
      throw new QueueIsUnknown(queueId);
    const ended = await this.transactions.run([], () => this.control.end(actor.organizationId, actor.userId, queueId));
    this.hub.remove(queue);
    if (!ended) throw new QueueIsUnknown(queueId);
  }

  /** Tells the rows how far clients are, and forgets queues that nobody polls any more. */
  async upkeep(): Promise<void> {
    const now = this.now();
    const reported: ResidentQueue[] = [];
    for (const queue of this.hub.all()) {
      const idleMs = queue.waiting ? 0 : now - queue.lastSeenAt;
      const isHeldInVain = idleMs > HELD_MS && !queue.isProgressUnsaved;
      if (isHeldInVain || idleMs > queue.idleSeconds * 1000) this.hub.remove(queue);
      else if (queue.waiting || queue.isProgressUnsaved) reported.push(queue);
    }
    await this.report(reported, now);
    const removed = await this.rows.removeExpired();
    if (removed > 0) this.log.debug('event queues expired', { removed });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.hub.releaseAll();
    await this.upkeep();
  }

  private async report(queues: readonly ResidentQueue[], now: number): Promise<void> {
    if (queues.length === 0) return;
    const progress = queues.map(({ viewer, acknowledgedId, waiting, lastSeenAt }) => ({
      id: viewer.queueId,
      acknowledgedId,
      lastSeenAt: waiting ? now : lastSeenAt,
    }));
    for (const queue of queues) queue.isProgressUnsaved = false;
    try {
      await this.rows.noteProgress(progress);
    } catch (error) {
      for (const queue of queues) queue.isProgressUnsaved = true; // the next time tells it
      throw error;
    }
  }

  /** Another node may be ahead of this one's reading of the log, but not ahead of the database. */
  private async assertIssued(queue: ResidentQueue, lastEventId: number): Promise<void> {
    if (positionOf(queue.baseXid, lastEventId).xid >= (await this.entries.settledXid()))
      throw new EventIdWasNeverIssued(lastEventId);
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private async again(queue: ResidentQueue, lastEventId: number): Promise<ResidentQueue> {
    const row = await this.rows.find(queue.viewer.queueId);
    this.hub.remove(queue);
    if (!row) throw new QueueIsUnknown(queue.viewer.queueId);
    return this.rebuild(row, lastEventId);
  }

  private async rebuild(row: QueueRow, acknowledgedId: number): Promise<ResidentQueue> {
    const viewer = { queueId: row.id, userId: row.userId, organizationId: row.organizationId, options: row.options };
    const snapshot = parseSnapshot(row.snapshot);
    const eventsOf = this.hub.acceptance(viewer);
    const queue = new ResidentQueue(
      viewer,
      row.keyId,
      row.baseXid,
      snapshot,
      row.idleSeconds,
      eventsOf,
      acknowledgedId,
      row.lastSeenAt,
    );
    let place: Position = queue.position;
    for (;;) {
      const behind = queue.isCutShort ? [] : this.tail.since(place);
      if (behind) {
        const other = this.hub.find(row.id); // made meanwhile by a poll at the same time
        if (other) return other;
        this.admit(queue, behind);
        return queue;
      }
      place = await this.readOn(queue, place);
    }
  }

  /** Nobody has told for long what follows: the newer version was taken back, and its events are lost with it. */
  private async isForNobody({ endsBefore }: ResidentQueue): Promise<boolean> {
    const { xid, ordinal } = endsBefore!;
    return (await this.entries.lagSeconds({ xid, ordinal: ordinal - 1 })) > UPGRADE_SECONDS;
  }

  /** One batch from the log, up to where the tail is. */
  private async readOn(queue: ResidentQueue, from: Position): Promise<Position> {
    const to = this.tail.position;
    const batch = await this.entries.between(from, to, queue.viewer.organizationId, BATCH);
    for (const [rule, index] of this.registry.indexes) {
      const subjects = batch.flatMap(({ audience }) =>
        audience.to === 'rule' && audience.rule === rule ? [audience.of] : [],
      );
      if (subjects.length > 0) await index.load(subjects);
    }
    this.offerAll(queue, batch);
    return batch.length < BATCH ? to : batch[batch.length - 1];
  }

  private admit(queue: ResidentQueue, behind: readonly LogEntry[]): void {
    this.offerAll(queue, behind);
    if (!queue.isForOthers) this.hub.add(queue);
  }

  private offerAll(queue: ResidentQueue, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      // The row may have been read before, and the entry have passed by before the queue was here.
      if (this.hub.confines(entry, queue)) this.hub.confine(queue);
      else if (this.hub.reaches(entry, queue.viewer)) this.hub.offer(queue, entry);
    }
  }
}
