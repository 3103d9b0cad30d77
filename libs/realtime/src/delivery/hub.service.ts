import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LogEntry } from '../records/log-entry';
import { Registry } from '../event-log/registry.service';
import { LogTail } from '../event-log/log-tail.service';
import { QUEUE_CONTROL, QueueControlPayload } from './queue-control.service';
import type { ResidentQueue } from './resident-queue';
import { EventShapes } from './event-shapes.service';
import { Heartbeats } from './heartbeats.service';
import { ResidentQueues } from './resident-queues.service';
import type { QueuedEvent } from '../records/queued-event';
import { ViewerLookups } from './viewer-lookups.service';
import type { WaitingRequest } from './waiting-request';

/** Distributes log entries to the queues of this node, and events to waiting clients. */
@Injectable()
export class Hub {
  private stopping = false;
  /** Removed queues whose rows do not yet contain their last polls, with the transaction that the tail had passed. */
  readonly removedUnsaved = new Map<ResidentQueue, number>();

  /**
   * Counts entries that ended queues or revoked credentials. A request that checked permissions and then finds another
   * count checks again.
   */
  revocations = 0;

  constructor(
    private readonly queues: ResidentQueues,
    private readonly shapes: EventShapes,
    private readonly registry: Registry,
    private readonly heartbeats: Heartbeats,
    private readonly log: Log,
    private readonly tail: LogTail,
    private readonly lookups: ViewerLookups,
  ) {
    lookups.resumeWith((queues, isKnown) => {
      for (const queue of queues)
        if (isKnown) this.flush(queue);
        else this.release(queue);
    });
  }

  /** Removes the queue from memory. A waiting client polls again, and any node rebuilds the queue from its row. */
  remove(queue: ResidentQueue): void {
    this.queues.remove(queue);
    this.release(queue);
    if (queue.isProgressUnsaved) this.removedUnsaved.set(queue, this.tail.passedXid);
  }

  /** Adds new entries to the queues of their audience, and answers waiting clients. */
  deliver(entries: readonly LogEntry[]): void {
    const touched = new Set<ResidentQueue>();
    for (const entry of entries) {
      if (entry.kind === QUEUE_CONTROL) {
        this.applyControl(entry);
        continue;
      }
      const isKnown = this.registry.knows(entry);
      for (const queue of this.queues.audienceOf(entry)) if (this.offer(queue, entry, isKnown)) touched.add(queue);
    }
    for (const queue of touched) {
      if (queue.needsNewerNode) this.redirect(queue);
      else if (queue.isTruncated && !queue.waiting) this.remove(queue);
      else this.flush(queue);
    }
  }

  /** Whether the queue accepted the entry. An exception in a shape is a bug and must not affect other queues. */
  offer(queue: ResidentQueue, entry: LogEntry, isKnown = this.registry.knows(entry)): boolean {
    try {
      if (!isKnown) return queue.endBefore(entry);
      return queue.offer(entry);
    } catch (error) {
      const { xid, ordinal, kind } = entry;
      this.log.error('an event could not be told', { xid, ordinal, kind, error });
      return false;
    }
  }

  /** All available events for a client that does not wait, including missing lookups. */
  async take(queue: ResidentQueue): Promise<QueuedEvent[]> {
    const events = queue.next(this.shapes.serialise);
    if (!queue.lacksLookup) return events;
    await this.lookups.settled();
    return queue.next(this.shapes.serialise);
  }

  /** Answers a waiting client if there are events: a poll once, a stream with all that there are. */
  flush(queue: ResidentQueue): void {
    const { waiting } = queue;
    if (!waiting) return;
    do {
      const events = queue.next(this.shapes.serialise, waiting.sentId);
      if (events.length === 0) break;
      this.finish(queue, events, true);
    } while (queue.waiting === waiting && queue.pending.length > 0);
    // If more events wait than this node holds, the stream must end. The next one continues from the log.
    if (queue.waiting === waiting && queue.isTruncated && !queue.lacksLookup) this.finish(queue, [], false);
  }

  /** Ends a waiting request with a heartbeat. The client polls again, here or at another node. */
  release(queue: ResidentQueue): void {
    if (queue.waiting) this.finish(queue, this.heartbeatOf(queue), false);
  }

  /** A poll ends with the heartbeat; a stream continues. */
  private sendHeartbeat(queue: ResidentQueue): void {
    if (queue.waiting) this.finish(queue, this.heartbeatOf(queue), true);
  }

  /**
   * No heartbeat is sent in two cases. A client that comes from a node ahead of this one may have received the first
   * part of a transaction there, and the next event has the id that the heartbeat would use. And the next event may
   * still need a lookup.
   */
  private heartbeatOf(queue: ResidentQueue): QueuedEvent[] {
    const { lastXid, baseXid } = queue;
    const isFree = !queue.lacksLookup && (lastXid <= baseXid || this.tail.hasPassed(lastXid));
    return isFree ? [queue.heartbeat()] : [];
  }

  /** While this node reads no entries, clients do not wait here: other nodes may read them. */
  redirectAll(): void {
    for (const queue of this.queues.all()) if (queue.waiting) this.finish(queue, [], false);
  }

  /** The client polls again, possibly at a node that can serve what follows. */
  private redirect(queue: ResidentQueue): void {
    if (queue.waiting) this.finish(queue, [], false);
    this.remove(queue);
  }

  /**
   * The client waits: `send` is called until it returns `false`, unless the returned function is called before.
   * @param sentId the last id that a stream has sent since the last acknowledgement
   */
  hold(queue: ResidentQueue, send: WaitingRequest['send'], sentId = -1): () => void {
    this.release(queue);
    queue.noteSent(sentId);
    const heartbeat = this.heartbeats.begin(() => this.sendHeartbeat(queue));
    const waiting: WaitingRequest = { sentId, heartbeat, send };
    queue.waiting = waiting;
    this.flush(queue);
    if (this.stopping && queue.waiting === waiting) this.release(queue);
    return () => {
      this.heartbeats.cancel(heartbeat);
      if (queue.waiting === waiting) queue.waiting = null;
    };
  }

  /** Accepts no further waiting polls. */
  stopHolding(): void {
    this.stopping = true;
  }

  releaseAll(): void {
    this.stopHolding();
    for (const queue of this.queues.all()) this.release(queue);
  }

  private finish(queue: ResidentQueue, events: readonly QueuedEvent[], goesOn: boolean): void {
    const waiting = queue.waiting!;
    queue.waiting = null;
    queue.lastSeenAt = Date.now();
    if (!waiting.send(events, goesOn)) return this.heartbeats.cancel(waiting.heartbeat);
    waiting.sentId = events.at(-1)?.id ?? waiting.sentId;
    queue.noteSent(waiting.sentId);
    this.heartbeats.beginAgain(waiting.heartbeat);
    queue.waiting = waiting;
  }

  /** Applies control entries. */
  private applyControl({ payload, organizationId }: LogEntry): void {
    this.revocations++;
    const control = payload as QueueControlPayload;
    for (const queue of this.queues.concernedBy(organizationId, control)) {
      queue.credentials = null;
      this.flush(queue); // events before the end still belong to the client
      this.release(queue);
      if (control.action === 'end') this.remove(queue);
      if (control.action === 'confine') this.queues.confine(queue);
    }
  }
}
