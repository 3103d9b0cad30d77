import type { LogEntry } from '../domain/audience';
import { eventId, heartbeatAfter, isAfter, Position, positionOf } from '../domain/event-id';
import type { QueueViewer } from '../domain/queue-options';
import type { Snapshot } from '../domain/snapshot';
import { isVisible } from '../domain/snapshot';

/** A GET that waits, and how it is answered: with events as JSON objects, joined by commas. */
export interface Waiting {
  answer(events: string): void;
}

/** What one poll carries at most; the rest follows with the next. */
const EVENTS_A_POLL = 1_000;
/** The same in characters; one event may be longer by itself. Whoever reads slowly takes up no more than that. */
const CHARACTERS_A_POLL = 1024 * 1024;
/** What a queue holds of what waits; a client that lets more wait is served from the log when it comes that far. */
const MAX_PENDING = 2_000;

/** Serialised events by entry and variant: made once, whatever the number of queues. */
export type Serialise = (entry: LogEntry, viewer: QueueViewer) => string | null;

/**
 * A queue as one node holds it: a cursor over the log and what lies after it. Everything here can be thrown away and
 * made again from the row and the log.
 */
export class ResidentQueue {
  readonly pending: { id: number; entry: LogEntry }[] = [];
  /** Sha-256 of the credentials that were last found to own this queue; null: ask again. */
  credentials: string | null = null;
  waiting: Waiting | null = null;
  /** UNIX milliseconds at which a GET was last opened or ended. */
  lastSeenAt: number;
  isProgressUnsaved = false;
  private acknowledged: number;
  private lastDelivered: number;
  /** Ids up to here are not in `pending` whether or not they were acknowledged. */
  private readonly startsAfter: number;
  private cutShort = false;
  private limit: Position | null = null;

  constructor(
    public viewer: QueueViewer,
    readonly keyId: number | null,
    readonly baseXid: number,
    readonly snapshot: Snapshot,
    readonly idleSeconds: number,
    readonly accepts: (entry: LogEntry) => boolean,
    acknowledgedId: number,
    now: number,
  ) {
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

  /** Where a reader of the log goes on for this queue. */
  get position(): Position {
    return positionOf(this.baseXid, this.acknowledged);
  }

  /** More waits in the log than is held here. */
  get isCutShort(): boolean {
    return this.cutShort;
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
    return !this.cutShort || this.pending.at(-1)!.id > lastEventId;
  }

  hasPruned(lastEventId: number): boolean {
    return lastEventId < this.acknowledged;
  }

  /** Takes an entry that is this viewer's, unless the snapshot or an earlier read had it. Whether it matters here. */
  offer(entry: LogEntry): boolean {
    if (this.cutShort || isVisible(entry.xid, this.snapshot)) return false;
    if (!isAfter(entry, this.position) || !this.accepts(entry)) return false;
    if (this.pending.length < MAX_PENDING) this.pending.push({ id: eventId(this.baseXid, entry), entry });
    else this.cutShort = true;
    return true;
  }

  /** As `offer`, of what this version of the server cannot tell. */
  endBefore(entry: LogEntry): boolean {
    if (this.cutShort || isVisible(entry.xid, this.snapshot) || !isAfter(entry, this.position)) return false;
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
    while (done < this.pending.length && this.pending[done].id <= lastEventId) done++;
    this.pending.splice(0, done);
  }

  /** The next events as JSON objects, joined by commas; empty when nothing waits. */
  next(serialise: Serialise): string {
    const parts: string[] = [];
    let room = CHARACTERS_A_POLL;
    for (const { id, entry } of this.pending.slice(0, EVENTS_A_POLL)) {
      const event = serialise(entry, this.viewer);
      if (event !== null) {
        room -= event.length;
        if (room < 0 && parts.length > 0) break;
        parts.push(`{"id":${id},${event.slice(1)}`);
      }
      this.lastDelivered = Math.max(this.lastDelivered, id);
    }
    return parts.join(',');
  }

  heartbeat(): string {
    this.lastDelivered = heartbeatAfter(this.lastDelivered);
    return `{"id":${this.lastDelivered},"type":"heartbeat"}`;
  }
}
