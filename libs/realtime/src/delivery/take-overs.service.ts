import { Clock } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import type { LogEntry } from '../records/audience';
import { EventIdWasNeverIssued, EventsAreAlreadyPruned, QueueIsUnknown } from '../errors';
import { eventId, isAfter, Position, positionOf } from '../records/event-id';
import { isQueueId } from './queue-id';
import type { QueueViewer } from '../records/queue-options';
import { isVisible, parseSnapshot } from '../records/snapshot';
import { EventLogRepository } from '../records/event-log.repository';
import { QueueRepository, QueueRow } from '../records/queue.repository';
import { EventShapes } from './event-shapes.service';
import { HeldQueues } from './held-queues.service';
import { Hub } from './hub.service';
import { QUEUE_CONTROL, QueueControlPayload } from './queue-control.service';
import { Registry } from '../event-log/registry.service';
import { ResidentQueue } from './resident-queue';
import { Tail } from '../event-log/tail.service';
import { Turnstile } from './turnstile';

const LARGEST_ORDINAL = 65_535;
/** Entries that one statement goes through. */
const SCANNED_AT_A_TIME = 20_000;
/** So many queues are read from the log at a time; the connections are for others, too. */
const READ_AT_A_TIME = 4;

/** Makes queues that other nodes held from their rows and what the log has after them. */
@Injectable()
export class TakeOvers {
  /** By queue: a client that polls twice has its queue made once. */
  private readonly underWay = new Map<string, Promise<ResidentQueue>>();
  private readonly readers = new Turnstile(READ_AT_A_TIME);
  /** Log entries read since the start. */
  entriesRead = 0;
  /** Queues made from their rows since the start. */
  count = 0;

  constructor(
    private readonly hub: Hub,
    private readonly queues: HeldQueues,
    private readonly shapes: EventShapes,
    private readonly tail: Tail,
    private readonly rows: QueueRepository,
    private readonly entries: EventLogRepository,
    private readonly registry: Registry,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller's queue of that id, made where this node does not hold it.
   * @param lastEventId what the client has
   * @throws QueueIsUnknown also for another user's queue; EventsAreAlreadyPruned, EventIdWasNeverIssued
   */
  async owned({ organizationId, userId }: Actor, queueId: string, lastEventId: number): Promise<ResidentQueue> {
    const isOwn = (viewer: { organizationId: number; userId: number }) =>
      viewer.userId === userId && viewer.organizationId === organizationId;
    const held = this.queues.find(queueId);
    const row = held ? null : await this.row(queueId);
    if (!isOwn(held?.viewer ?? row!)) throw new QueueIsUnknown(queueId);
    if (held) return held;
    if (lastEventId < row!.acknowledgedId) throw new EventsAreAlreadyPruned(lastEventId);
    await this.assertIssued(row!, lastEventId);
    return this.queues.find(queueId) ?? this.once(row!, lastEventId);
  }

  /** A queue that has not got what follows an id, made again. @throws QueueIsUnknown */
  async again(queue: ResidentQueue, lastEventId: number): Promise<ResidentQueue> {
    const { queueId } = queue.viewer;
    const row = await this.row(queueId).catch((error: unknown) => {
      this.hub.remove(queue);
      throw error;
    });
    const other = this.queues.find(queueId);
    if (other && other !== queue && other.canServe(lastEventId)) return other;
    this.hub.remove(queue);
    return this.once(row, lastEventId);
  }

  /** @throws EventIdWasNeverIssued */
  async assertIssued(
    queue: { readonly baseXid: number; readonly acknowledgedId: number },
    lastEventId: number,
  ): Promise<void> {
    const newest = eventId(queue.baseXid, this.tail.position) + LARGEST_ORDINAL;
    // A long transaction anywhere holds the tail back: what was acknowledged before needs no proof even then.
    if (lastEventId <= Math.max(newest, queue.acknowledgedId)) return;
    // Another node may be ahead of this one's reading of the log, but not ahead of the database.
    if (positionOf(queue.baseXid, lastEventId).xid >= (await this.entries.settledXid()))
      throw new EventIdWasNeverIssued(lastEventId);
  }

  private async row(queueId: string): Promise<QueueRow> {
    const row = isQueueId(queueId) ? await this.rows.find(queueId) : null;
    if (!row) throw new QueueIsUnknown(queueId);
    return row;
  }

  private once(row: QueueRow, lastEventId: number): Promise<ResidentQueue> {
    const underWay = this.underWay.get(row.id);
    if (underWay) return underWay;
    const made = this.make(row, lastEventId).finally(() => this.underWay.delete(row.id));
    this.underWay.set(row.id, made);
    return made;
  }

  private async make(row: QueueRow, lastEventId: number): Promise<ResidentQueue> {
    const viewer = { queueId: row.id, userId: row.userId, organizationId: row.organizationId, options: row.options };
    const queue = new ResidentQueue(
      viewer,
      row.keyId,
      row.baseXid,
      parseSnapshot(row.snapshot),
      row.idleSeconds,
      this.shapes.acceptance(viewer),
      lastEventId,
      this.clock.now().getTime(),
    );
    this.count++;
    const place = beginningOf(row, lastEventId);
    if (!this.admit(queue, place)) await this.readers.pass(() => this.readUp(queue, place));
    return queue;
  }

  /**
   * Gives the queue what memory has after a place and has it held here from then on: in one go, so that nothing passes in
   * between. False when memory does not reach back that far, or the audiences have to be loaded first.
   */
  admit(queue: ResidentQueue, place: Position): boolean {
    const behind = queue.isCutShort ? [] : this.tail.since(place);
    const concerning = behind?.filter((entry) => mayConcern(entry, queue.viewer));
    if (!concerning || !this.registry.isLoaded(concerning)) return false;
    this.offerAll(queue, concerning);
    if (!queue.isForOthers) this.queues.add(queue);
    return true;
  }

  private async readUp(queue: ResidentQueue, from: Position): Promise<void> {
    const unwanted = this.unwantedKinds(queue.viewer);
    for (let place = from; !this.admit(queue, place); await setImmediate()) {
      const remembered = this.tail.since(place);
      // What memory has needs its audiences; they stay loaded until the next look.
      if (remembered) await this.registry.load(remembered.filter((entry) => mayConcern(entry, queue.viewer)));
      else place = await this.readOn(queue, place, unwanted);
    }
  }

  /** One step through the log, up to where the tail is at most. */
  private async readOn(queue: ResidentQueue, from: Position, unwanted: readonly string[]): Promise<Position> {
    const end = this.tail.position;
    const to = (await this.entries.step(from, end, SCANNED_AT_A_TIME)) ?? end;
    const batch = await this.entries.concerning(queue.viewer, from, to, unwanted);
    this.entriesRead += batch.length;
    await this.registry.load(batch);
    this.offerAll(queue, batch);
    return to;
  }

  /** Kinds that the queue's event types leave out; what this version does not know, and what speaks to nodes, is wanted. */
  private unwantedKinds({ options: { eventTypes } }: QueueViewer): string[] {
    if (eventTypes === null) return [];
    const types = new Set([...eventTypes, QUEUE_CONTROL]);
    return [...this.registry.kinds.values()].filter(({ type }) => !types.has(type)).map(({ kind }) => kind);
  }

  private offerAll(queue: ResidentQueue, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      // The row may have been read before, and the entry have passed by before the queue was here.
      if (confines(entry, queue)) this.queues.confine(queue);
      else if (this.queues.reaches(entry, queue.viewer)) this.hub.offer(queue, entry);
    }
  }
}

/** Where the log may have the first entry for the client: in its last transaction, or after what a node found to be nothing. */
function beginningOf({ baseXid, acknowledgedId, caughtUpXid }: QueueRow, lastEventId: number): Position {
  const acknowledged = { xid: positionOf(baseXid, lastEventId).xid, ordinal: -1 };
  if (caughtUpXid === null || lastEventId < acknowledgedId) return acknowledged;
  const caughtUp = { xid: caughtUpXid, ordinal: LARGEST_ORDINAL };
  return isAfter(caughtUp, acknowledged) ? caughtUp : acknowledged;
}

const mayConcern = ({ audience, organizationId }: LogEntry, viewer: QueueViewer): boolean =>
  organizationId === viewer.organizationId && (audience.to !== 'users' || audience.ids.includes(viewer.userId));

/** Whether the entry says that the queue is to get no more of channels that its user is not in. */
function confines({ kind, organizationId, payload, xid }: LogEntry, { viewer, snapshot }: ResidentQueue): boolean {
  if (kind !== QUEUE_CONTROL || organizationId !== viewer.organizationId) return false;
  const { action, userId } = payload as QueueControlPayload;
  return action === 'confine' && userId === viewer.userId && !isVisible(xid, snapshot);
}
