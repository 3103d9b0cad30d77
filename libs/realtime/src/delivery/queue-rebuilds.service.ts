import { Clock } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { LogEntry } from '../records/log-entry';
import { EventIdWasNeverIssued, EventsAreAlreadyPruned, QueueIsUnknown } from '../errors';
import { eventId, isAfter, Position, positionOf } from '../records/event-id';
import { isQueueId } from './queue-id';
import type { QueueViewer } from '../records/queue-options';
import { isVisible, parseSnapshot } from '../records/snapshot';
import { EventLogRepository } from '../records/event-log.repository';
import { QueueRepository, QueueRow } from '../records/queue.repository';
import { EventShapes } from './event-shapes.service';
import { ResidentQueues } from './resident-queues.service';
import { Hub } from './hub.service';
import { QUEUE_CONTROL, QueueControlPayload } from './queue-control.service';
import { Registry } from '../event-log/registry.service';
import { ResidentQueue } from './resident-queue';
import { LogTail } from '../event-log/log-tail.service';

const LARGEST_ORDINAL = 65_535;
/** The entries that one statement reads. */
const SCANNED_AT_A_TIME = 20_000;
/** The number of queues that are rebuilt at a time, so that connections remain for requests. */
const READ_AT_A_TIME = 4;

/** Rebuilds queues of other nodes from their rows and later log entries. */
@Injectable()
export class QueueRebuilds {
  /** By queue, so that two polls of one client rebuild its queue once. */
  private readonly underWay = new Map<string, Promise<ResidentQueue>>();
  private readonly limit = pLimit(READ_AT_A_TIME);
  /** Log entries read since the start. */
  entriesRead = 0;
  /** Queues made from their rows since the start. */
  count = 0;

  constructor(
    private readonly hub: Hub,
    private readonly queues: ResidentQueues,
    private readonly shapes: EventShapes,
    private readonly tail: LogTail,
    private readonly rows: QueueRepository,
    private readonly entries: EventLogRepository,
    private readonly registry: Registry,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller's queue of that id, rebuilt if this node does not have it.
   * @param lastEventId the last event that the client has
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
    return this.queues.find(queueId) ?? this.rebuildOnce(row!, lastEventId);
  }

  /** Rebuilds a queue that lacks the events after an id. */
  async rebuild(queue: ResidentQueue, lastEventId: number): Promise<ResidentQueue> {
    const { queueId } = queue.viewer;
    const row = await this.row(queueId).catch((error: unknown) => {
      this.hub.remove(queue);
      throw error;
    });
    const other = this.queues.find(queueId);
    if (other && other !== queue && other.canServe(lastEventId)) return other;
    this.hub.remove(queue);
    return this.rebuildOnce(row, lastEventId);
  }

  /** @throws EventIdWasNeverIssued */
  async assertIssued(
    queue: { readonly baseXid: number; readonly acknowledgedId: number },
    lastEventId: number,
  ): Promise<void> {
    if (this.isSurelyIssued(queue, lastEventId)) return;
    // Another node may have read further than this one, but only ids that the database has given out. A node of a later
    // version may read past transactions that hold this one up.
    if (positionOf(queue.baseXid, lastEventId).xid >= (await this.entries.nextXid()))
      throw new EventIdWasNeverIssued(lastEventId);
  }

  /** Whether this node knows that the id was issued. Others may have read further. */
  isSurelyIssued(queue: { readonly baseXid: number; readonly acknowledgedId: number }, lastEventId: number): boolean {
    const newest = eventId(queue.baseXid, this.tail.position) + LARGEST_ORDINAL;
    // The position of the tail is before the base as long as nothing has happened since the registration, and the first heartbeats
    // have ids of the base. A long transaction may delay the tail. Acknowledging an already acknowledged id is always valid.
    return lastEventId <= Math.max(newest, LARGEST_ORDINAL, queue.acknowledgedId);
  }

  private async row(queueId: string): Promise<QueueRow> {
    const row = isQueueId(queueId) ? await this.rows.find(queueId) : null;
    if (!row) throw new QueueIsUnknown(queueId);
    return row;
  }

  private rebuildOnce(row: QueueRow, lastEventId: number): Promise<ResidentQueue> {
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
    const place = firstUnread(row, lastEventId);
    if (!this.admit(queue, place)) await this.limit(() => this.catchUp(queue, place));
    return queue;
  }

  /**
   * Adds all entries in memory after a place to the queue and registers it, synchronously, so that no entry is missed.
   * `false`: memory does not reach back far enough, or audiences must be loaded first.
   */
  admit(queue: ResidentQueue, place: Position): boolean {
    const behind = queue.isTruncated ? [] : this.tail.since(place);
    const concerning = behind?.filter((entry) => mayConcern(entry, queue.viewer));
    if (!concerning || !this.registry.isLoaded(concerning)) return false;
    this.offerAll(queue, concerning);
    if (!queue.needsNewerNode) this.queues.add(queue);
    return true;
  }

  private async catchUp(queue: ResidentQueue, from: Position): Promise<void> {
    const unwanted = this.unwantedKinds(queue.viewer);
    for (let place = from; !this.admit(queue, place); await setImmediate()) {
      const remembered = this.tail.since(place);
      // The entries in memory need their audiences, which stay loaded until the next turn.
      if (remembered) await this.registry.load(remembered.filter((entry) => mayConcern(entry, queue.viewer)));
      else place = await this.readNext(queue, place, unwanted);
    }
  }

  /** One step through the log, at most up to the position of the tail. */
  private async readNext(queue: ResidentQueue, from: Position, unwanted: readonly string[]): Promise<Position> {
    const end = this.tail.position;
    const to = (await this.entries.step(from, end, SCANNED_AT_A_TIME)) ?? end;
    const batch = await this.entries.concerning(queue.viewer, from, to, unwanted);
    this.entriesRead += batch.length;
    await this.registry.load(batch);
    this.offerAll(queue, batch);
    return to;
  }

  /** The kinds that the queue's event types exclude. Unknown kinds and control entries are included. */
  private unwantedKinds({ options: { eventTypes } }: QueueViewer): string[] {
    if (eventTypes === null) return [];
    const types = new Set([...eventTypes, QUEUE_CONTROL]);
    return [...this.registry.kinds.values()].filter(({ type }) => !types.has(type)).map(({ kind }) => kind);
  }

  private offerAll(queue: ResidentQueue, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      // The row may have been read before this entry, and the entry distributed before the queue was registered.
      if (confines(entry, queue)) this.queues.confine(queue);
      else if (this.queues.reaches(entry, queue.viewer)) this.hub.offer(queue, entry);
    }
  }
}

/**
 * Where the log may contain the first entry for the client: in its last transaction, or after entries that were found
 * not to concern it.
 */
function firstUnread({ baseXid, acknowledgedId, caughtUpXid }: QueueRow, lastEventId: number): Position {
  const acknowledged = { xid: positionOf(baseXid, lastEventId).xid, ordinal: -1 };
  if (caughtUpXid === null || lastEventId < acknowledgedId) return acknowledged;
  const caughtUp = { xid: caughtUpXid, ordinal: LARGEST_ORDINAL };
  return isAfter(caughtUp, acknowledged) ? caughtUp : acknowledged;
}

const mayConcern = ({ audience, organizationId }: LogEntry, viewer: QueueViewer): boolean =>
  organizationId === viewer.organizationId && (audience.to !== 'users' || audience.ids.includes(viewer.userId));

/** Whether the entry ends the delivery of messages from channels to which the user is not subscribed. */
function confines(entry: LogEntry, { viewer, snapshot }: ResidentQueue): boolean {
  if (entry.kind !== QUEUE_CONTROL || entry.organizationId !== viewer.organizationId) return false;
  const { action, userId } = entry.payload as QueueControlPayload;
  return action === 'confine' && userId === viewer.userId && !isVisible(entry.xid, snapshot);
}
