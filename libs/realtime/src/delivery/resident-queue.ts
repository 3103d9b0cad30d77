import { eventId, heartbeatAfter, IDS_PER_TRANSACTION, Position, positionOf } from '../records/event-id';
import type { LogEntry } from '../records/log-entry';
import type { QueueViewer } from '../records/queue-options';
import type { Snapshot } from '../records/snapshot';
import { isVisible } from '../records/snapshot';
import type { WaitingRequest } from './waiting-request';
import { type QueuedEvent, SharedText } from '../records/queued-event';

/** The most events in one poll. The rest follows in the next. */
const EVENTS_A_POLL = 1_000;
/** The same limit in bytes; a single event may be longer. It bounds the memory for slow readers. */
const BYTES_A_POLL = 1024 * 1024;
/**
 * The most undelivered events of a queue in memory. Beyond it, the rest is read from the log when the client gets
 * there.
 */
const MAX_PENDING = 2_000;
/** The same limit in bytes of memory. */
const MAX_PENDING_BYTES = 4 * 1024 * 1024;
const HEARTBEAT = SharedText.of({ type: 'heartbeat' });
/** The approximate size of an empty queue. */
const BYTES_OF_A_QUEUE = 1_024;

/** Serialised events of an entry by variant, made once for all queues. `undefined`: a lookup is missing. */
export type Serialise = (entry: LogEntry, queue: ResidentQueue) => readonly SharedText[] | undefined;

interface Pending {
  /** The id of the first event of the entry, and of the last one that this viewer receives. */
  readonly id: number;
  readonly lastId: number;
  readonly entry: LogEntry;
  /** `undefined`: a lookup was missing when the entry came. */
  events: readonly SharedText[] | undefined;
  /** The approximate memory in bytes. */
  readonly weight: number;
}

/**
 * A queue in the memory of one node: a cursor over the log and the entries after it. It can be dropped at any time and
 * rebuilt from the row and the log.
 */
export class ResidentQueue {
  readonly pending: Pending[] = [];
  /** SHA-256 of the credentials that were last verified as the owner's; `null`: verify again. */
  credentials: string | null = null;
  waiting: WaitingRequest | null = null;
  /** UNIX milliseconds at which a GET last began or ended; without one, at which this was made. */
  lastSeenAt: number;
  /** By this node. */
  isPolled = false;
  isProgressUnsaved = false;
  /** No poll is stored in the row yet. */
  isNew = true;
  /** Spread evenly over all queues, for work that is done in turns: from the id, which is random. */
  readonly turnNumber: number;
  private readonly ownBytes: number;
  private pendingBytes = 0;
  private acknowledged: number;
  private lastDelivered: number;
  /** Entries up to this id are not in `pending`, whether or not they were acknowledged. */
  private startsAfter: number;
  /** The oldest entry that a stream has sent and that is not acknowledged. */
  private sent: LogEntry | null = null;
  private truncated = false;
  private lookupIsMissing = false;
  private limit: Position | null = null;

  constructor(
    public viewer: QueueViewer,
    readonly keyId: number | null,
    readonly baseXid: number,
    readonly snapshot: Snapshot,
    readonly idleSeconds: number,
    /** The events that the viewer gets from an entry; `undefined`: a lookup is missing. */
    readonly eventsOf: (entry: LogEntry) => readonly SharedText[] | undefined,
    acknowledgedId: number,
    now: number,
  ) {
    this.turnNumber = parseInt(viewer.queueId.slice(0, 8), 16);
    this.ownBytes = BYTES_OF_A_QUEUE + JSON.stringify(viewer.options).length;
    this.acknowledged = acknowledgedId;
    this.lastDelivered = acknowledgedId;
    this.startsAfter = acknowledgedId;
    this.lastSeenAt = now;
  }

  get acknowledgedId(): number {
    return this.acknowledged;
  }

  /** The transaction of the last event that any node delivered, or that of the base. */
  get lastXid(): number {
    return positionOf(this.baseXid, this.lastDelivered).xid;
  }

  /** Where a reader of the log continues for this queue. The last acknowledged id may be one of several of an entry. */
  get position(): Position {
    return { xid: positionOf(this.baseXid, this.acknowledged).xid, ordinal: -1 };
  }

  /**
   * The last transaction up to which the client has acknowledged everything, given that all entries up to `passedXid`
   * were offered; `null`: unknown.
   */
  caughtUpXid(passedXid: number): number | null {
    const next = this.oldest ?? this.limit;
    if (next) return next.xid - 1;
    return this.truncated ? null : passedXid;
  }

  /** The oldest entry that is not acknowledged. */
  get oldest(): LogEntry | null {
    return this.sent ?? this.pending[0]?.entry ?? null;
  }

  /** The approximate memory in bytes, including the entries, which queues share. */
  get bytes(): number {
    return this.ownBytes + this.pendingBytes;
  }

  /** The log contains more undelivered entries than the memory. */
  get isTruncated(): boolean {
    return this.truncated;
  }

  /** The next event needs a lookup for this viewer, so the next id is not free. */
  get lacksLookup(): boolean {
    return this.lookupIsMissing;
  }

  /**
   * The entry that only a newer version of the server can shape, and before which the queue ends here; `null`: none.
   */
  get endsBefore(): Position | null {
    return this.limit;
  }

  /** No event is left that this node can shape. The client must continue at a node of the newer version. */
  get needsNewerNode(): boolean {
    return this.limit !== null && this.pending.length === 0;
  }

  /**
   * `false` if the client asks for an id before the memory of this node, or if this node has nothing of what follows.
   */
  canServe(lastEventId: number): boolean {
    if (lastEventId < this.startsAfter) return false;
    if (this.needsNewerNode) return lastEventId < eventId(this.baseXid, this.limit!);
    return !this.truncated || (this.pending.at(-1)?.id ?? -1) > lastEventId;
  }

  hasPruned(lastEventId: number): boolean {
    return lastEventId < this.acknowledged;
  }

  /**
   * Adds an entry for this viewer, unless the snapshot or an earlier read contained it. Returns whether the entry was
   * added.
   */
  offer(entry: LogEntry): boolean {
    const id = eventId(this.baseXid, entry);
    // An entry of the transaction of the last acknowledged event may have more events.
    const mayBeNew = id >= this.acknowledged - (this.acknowledged % IDS_PER_TRANSACTION);
    if (this.truncated || !mayBeNew || isVisible(entry.xid, this.snapshot)) return false;
    const events = this.eventsOf(entry);
    const lastId = id + (events ? events.length : 1) - 1;
    if (lastId < id || lastId <= this.acknowledged) return false;
    const { weight } = entry;
    const hasRoom = this.pending.length < MAX_PENDING && this.pendingBytes + weight <= MAX_PENDING_BYTES;
    if (hasRoom || this.pending.length === 0) this.add({ id, lastId, entry, events, weight });
    else this.truncated = true;
    return true;
  }

  /** As `offer`, for an entry that this version of the server cannot shape. */
  endBefore(entry: LogEntry): boolean {
    if (this.truncated || isVisible(entry.xid, this.snapshot)) return false;
    if (eventId(this.baseXid, entry) <= this.acknowledged) return false;
    this.truncated = true;
    this.limit = { xid: entry.xid, ordinal: entry.ordinal };
    return true;
  }

  acknowledge(lastEventId: number, now: number): void {
    this.lastSeenAt = now;
    this.isPolled = true;
    this.isProgressUnsaved = true;
    if (lastEventId <= this.acknowledged) return;
    this.acknowledged = lastEventId;
    this.lastDelivered = Math.max(this.lastDelivered, lastEventId);
    if (lastEventId >= this.startsAfter) this.sent = null;
    this.drop(this.countUpTo(lastEventId));
  }

  /**
   * A stream has sent the events up to this id. They leave the memory of the queue and are not acknowledged: for a client that
   * did not receive them, the queue is rebuilt from its row and the log.
   */
  noteSent(sentId: number): void {
    const count = this.countUpTo(sentId);
    if (count === 0) return;
    this.sent ??= this.pending[0]!.entry;
    this.startsAfter = this.pending[count - 1]!.lastId;
    this.drop(count);
  }

  /**
   * The next events; none if none waits or a lookup is missing.
   * @param sentId events up to this id are left out, like acknowledged ones
   */
  next(serialise: Serialise, sentId = -1): QueuedEvent[] {
    const parts: QueuedEvent[] = [];
    const known = Math.max(sentId, this.acknowledged);
    let room = BYTES_A_POLL;
    this.lookupIsMissing = false;
    this.dropSilent(serialise);
    const end = Math.min(EVENTS_A_POLL, this.pending.length);
    for (let next = 0; next < end; next++) {
      const one = this.pending[next]!;
      one.events ??= serialise(one.entry, this);
      this.lookupIsMissing ||= one.events === undefined;
      if (this.lookupIsMissing) continue; // so that all missing lookups are requested together
      for (let at = 0; at < one.events!.length; at++) {
        const id = one.id + at;
        if (id <= known) continue;
        const rest = one.events![at]!;
        room -= rest.length;
        if (room < 0 && parts.length > 0) return parts;
        parts.push({ id, rest });
        this.lastDelivered = Math.max(this.lastDelivered, id);
      }
      this.lastDelivered = Math.max(this.lastDelivered, one.lastId);
    }
    return parts;
  }

  /** Entries without events for this viewer would never be acknowledged. */
  private dropSilent(serialise: Serialise): void {
    let silent = 0;
    for (const one of this.pending) {
      one.events ??= serialise(one.entry, this);
      if (one.events?.length !== 0) break;
      silent++;
    }
    if (silent > 0) this.drop(silent);
  }

  private add(pending: Pending): void {
    this.pending.push(pending);
    this.pendingBytes += pending.weight;
  }

  /** How many of the first entries have no event after this id. */
  private countUpTo(id: number): number {
    const { pending } = this;
    let count = 0;
    while (count < pending.length && pending[count]!.lastId <= id) count++;
    return count;
  }

  /** Removes the first entries. */
  private drop(count: number): void {
    for (const { weight } of this.pending.splice(0, count)) this.pendingBytes -= weight;
  }

  heartbeat(): QueuedEvent {
    this.lastDelivered = heartbeatAfter(this.lastDelivered);
    return { id: this.lastDelivered, rest: HEARTBEAT };
  }
}
