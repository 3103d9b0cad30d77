import type { LogEntry } from '../records/audience';
import { eventId, heartbeatAfter, isAfter, Position, positionOf } from '../records/event-id';
import type { QueueViewer } from '../records/queue-options';
import type { Snapshot } from '../records/snapshot';
import { isVisible } from '../records/snapshot';
import { weightOf, weightOfEntry } from '../event-log/weight';

/** A GET that waits. */
export interface Waiting {
  /** What was sent to it already; nothing of it was acknowledged since. */
  readonly sentId: number;
  /**
   * How it is answered: with events as JSON objects. `goesOn`: the client may wait for more without asking again, which
   * streams do and polls do not.
   */
  answer(events: readonly string[], goesOn: boolean): void;
}

/** What one poll carries at most, and one stream; the rest follows with the next. */
export const EVENTS_A_POLL = 1_000;
/** The same in characters; one event may be longer by itself. A slow reader takes up no more than that. */
export const CHARACTERS_A_POLL = 1024 * 1024;
/** What a queue holds of what waits; a client that lets more wait is served from the log when it comes that far. */
const MAX_PENDING = 2_000;
/** The same in bytes of memory, as `weightOf` counts them. */
const MAX_PENDING_BYTES = 4 * 1024 * 1024;
/** Of a queue that nothing waits in, about. */
const BYTES_OF_A_QUEUE = 1_024;

/** Serialised events of an entry by variant: made once, whatever the number of queues. Undefined: not known yet. */
export type Serialise = (entry: LogEntry, queue: ResidentQueue) => readonly string[] | undefined;

interface Pending {
  /** Of the first event of the entry, and of the last one that this viewer gets of it. */
  readonly id: number;
  readonly lastId: number;
  readonly entry: LogEntry;
  /** Bytes of memory, about. */
  readonly weight: number;
}

/**
 * A queue as one node holds it: a cursor over the log and what lies after it. Everything here can be thrown away and
 * made again from the row and the log.
 */
export class ResidentQueue {
  readonly pending: Pending[] = [];
  /** Sha-256 of the credentials that were last found to own this queue; null: ask again. */
  credentials: string | null = null;
  waiting: Waiting | null = null;
  /** UNIX milliseconds at which a GET was last opened or ended. */
  lastSeenAt: number;
  isProgressUnsaved = false;
  /** No row says yet that it was polled. */
  isNew = true;
  private readonly ownBytes: number;
  private pendingBytes = 0;
  private acknowledged: number;
  private lastDelivered: number;
  /** Ids up to here are not in `pending` whether or not they were acknowledged. */
  private readonly startsAfter: number;
  private cutShort = false;
  private heldUp = false;
  private limit: Position | null = null;

  constructor(
    public viewer: QueueViewer,
    readonly keyId: number | null,
    readonly baseXid: number,
    readonly snapshot: Snapshot,
    readonly idleSeconds: number,
    /** The number of events that the viewer gets of an entry; 0: the viewer does not receive it. */
    readonly eventsOf: (entry: LogEntry) => number,
    acknowledgedId: number,
    now: number,
  ) {
    this.ownBytes = BYTES_OF_A_QUEUE + weightOf(viewer.options);
    this.acknowledged = acknowledgedId;
    this.lastDelivered = acknowledgedId;
    this.startsAfter = acknowledgedId;
    this.lastSeenAt = now;
  }

  get acknowledgedId(): number {
    return this.acknowledged;
  }

  /** The transaction of the last event that was delivered, here or elsewhere; that of the base: none was. */
  get lastXid(): number {
    return positionOf(this.baseXid, this.lastDelivered).xid;
  }

  /** Where a reader of the log goes on for this queue: the last id that was acknowledged may be one of several of an entry. */
  get position(): Position {
    return { xid: positionOf(this.baseXid, this.acknowledged).xid, ordinal: -1 };
  }

  /** The last transaction up to which the client has acknowledged all, if all of `passedXid` was offered; null: not known. */
  caughtUpXid(passedXid: number): number | null {
    const next = this.pending[0]?.entry ?? this.limit;
    if (next) return next.xid - 1;
    return this.cutShort ? null : passedXid;
  }

  /** About how many bytes of memory it takes, with the entries that wait, which queues share. */
  get bytes(): number {
    return this.ownBytes + this.pendingBytes;
  }

  /** More waits in the log than is held here. */
  get isCutShort(): boolean {
    return this.cutShort;
  }

  /** What follows is there, but not known yet as this viewer is to be told of it: the next id is not free. */
  get isHeldUp(): boolean {
    return this.heldUp;
  }

  /** The entry before which it ends here, since only a newer version of the server can tell of it; null: none. */
  get endsBefore(): Position | null {
    return this.limit;
  }

  /** Nothing is left that can be told here: the client is to go on at a node of the newer version. */
  get isForOthers(): boolean {
    return this.limit !== null && this.pending.length === 0;
  }

  /** False when an older id is asked for than this node has, or when it holds nothing of what follows. */
  canServe(lastEventId: number): boolean {
    if (lastEventId < this.startsAfter) return false;
    if (this.isForOthers) return lastEventId < eventId(this.baseXid, this.limit!);
    return !this.cutShort || (this.pending.at(-1)?.id ?? -1) > lastEventId;
  }

  hasPruned(lastEventId: number): boolean {
    return lastEventId < this.acknowledged;
  }

  /** Takes an entry that is this viewer's, unless the snapshot or an earlier read had it. Whether it matters here. */
  offer(entry: LogEntry): boolean {
    if (this.cutShort || isVisible(entry.xid, this.snapshot) || !isAfter(entry, this.position)) return false;
    const id = eventId(this.baseXid, entry);
    const lastId = id + this.eventsOf(entry) - 1;
    if (lastId < id || lastId <= this.acknowledged) return false;
    const weight = weightOfEntry(entry);
    const hasRoom = this.pending.length < MAX_PENDING && this.pendingBytes + weight <= MAX_PENDING_BYTES;
    if (hasRoom || this.pending.length === 0) this.add({ id, lastId, entry, weight });
    else this.cutShort = true;
    return true;
  }

  /** As `offer`, of what this version of the server cannot tell. */
  endBefore(entry: LogEntry): boolean {
    if (this.cutShort || isVisible(entry.xid, this.snapshot)) return false;
    if (eventId(this.baseXid, entry) <= this.acknowledged) return false;
    this.cutShort = true;
    this.limit = { xid: entry.xid, ordinal: entry.ordinal };
    return true;
  }

  acknowledge(lastEventId: number, now: number): void {
    this.lastSeenAt = now;
    this.isProgressUnsaved = true;
    if (lastEventId <= this.acknowledged) return;
    this.acknowledged = lastEventId;
    this.lastDelivered = Math.max(this.lastDelivered, lastEventId);
    let done = 0;
    while (done < this.pending.length && this.pending[done].lastId <= lastEventId) done++;
    this.drop(done);
  }

  /**
   * The next events as JSON objects; none when nothing waits, or nothing that is known yet.
   * @param sentId those up to this id are left out, as those that were acknowledged are
   */
  next(serialise: Serialise, sentId = -1): string[] {
    const parts: string[] = [];
    const known = Math.max(sentId, this.acknowledged);
    let room = CHARACTERS_A_POLL;
    this.heldUp = false;
    this.dropSilent(serialise);
    const begin = known > this.acknowledged ? this.pending.findLastIndex(({ lastId }) => lastId <= known) + 1 : 0;
    for (const { id, lastId, entry } of this.pending.slice(begin, begin + EVENTS_A_POLL)) {
      const events = serialise(entry, this);
      this.heldUp ||= events === undefined;
      if (this.heldUp) continue; // so that all of it is looked up together
      for (const [at, event] of events!.entries()) {
        if (id + at <= known) continue;
        room -= event.length;
        if (room < 0 && parts.length > 0) return parts;
        parts.push(`{"id":${id + at},${event.slice(1)}`);
        this.lastDelivered = Math.max(this.lastDelivered, id + at);
      }
      this.lastDelivered = Math.max(this.lastDelivered, lastId);
    }
    return parts;
  }

  /** What turned out to be nothing for this viewer would never be acknowledged. */
  private dropSilent(serialise: Serialise): void {
    let silent = 0;
    while (silent < this.pending.length && serialise(this.pending[silent].entry, this)?.length === 0) silent++;
    this.drop(silent);
  }

  private add(pending: Pending): void {
    this.pending.push(pending);
    this.pendingBytes += pending.weight;
  }

  /** The first ones. */
  private drop(count: number): void {
    for (const { weight } of this.pending.splice(0, count)) this.pendingBytes -= weight;
  }

  heartbeat(): string {
    this.lastDelivered = heartbeatAfter(this.lastDelivered);
    return `{"id":${this.lastDelivered},"type":"heartbeat"}`;
  }
}
