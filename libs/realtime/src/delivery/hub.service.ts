import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LogEntry } from '../records/audience';
import { Registry } from '../event-log/registry.service';
import { Tail } from '../event-log/tail.service';
import { QUEUE_CONTROL, QueueControlPayload } from './queue-control.service';
import type { ResidentQueue, Waiting } from './resident-queue';
import { EventShapes } from './event-shapes.service';
import { Heartbeats } from './heartbeats.service';
import { HeldQueues } from './held-queues.service';
import { ViewerLookups } from './viewer-lookups.service';

/** Hands entries of the log to the queues that this node holds, and events to the clients that wait. */
@Injectable()
export class Hub {
  private stopping = false;
  /** No longer held, while the row has yet to learn of their last polls; with the transaction that the tail had passed. */
  readonly departed = new Map<ResidentQueue, number>();

  /** Entries that ended queues or made credentials doubtful: a request that looked at rights and finds this changed looks again. */
  revocations = 0;

  constructor(
    private readonly queues: HeldQueues,
    private readonly shapes: EventShapes,
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

  /** Holds the queue no more: a client that waits polls again, and any node makes it from its row. */
  remove(queue: ResidentQueue): void {
    this.queues.remove(queue);
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
      for (const queue of this.queues.audienceOf(entry)) if (this.offer(queue, entry)) touched.add(queue);
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

  /** All that there is for a client that does not wait, with what has to be looked up for it. */
  async take(queue: ResidentQueue): Promise<string[]> {
    const events = queue.next(this.shapes.serialise);
    if (!queue.isHeldUp) return events;
    await this.lookups.settled();
    return queue.next(this.shapes.serialise);
  }

  /** Answers a waiting client when there is something to say. */
  answer(queue: ResidentQueue): void {
    if (!queue.waiting) return;
    const events = queue.next(this.shapes.serialise, queue.waiting.sentId);
    if (events.length > 0) this.finish(queue, events, true);
    // Of a stream nothing is acknowledged before it ends, and more waits behind what was sent than this node holds.
    else if (queue.isCutShort && !queue.isHeldUp) this.finish(queue, [], false);
  }

  /** Ends what waits with a heartbeat: the client asks again, here or on another node. */
  release(queue: ResidentQueue): void {
    if (queue.waiting) this.finish(queue, this.heartbeatOf(queue), false);
  }

  /** A poll ends with the heartbeat, a stream goes on. */
  private beat(queue: ResidentQueue): void {
    if (queue.waiting) this.finish(queue, this.heartbeatOf(queue), true);
  }

  /**
   * One that comes from a node that is ahead of this one may have got the first part of a transaction there, whose next
   * event has the id that the heartbeat would take: that client gets no heartbeat. Nor does one whose next event is still
   * being looked up.
   */
  private heartbeatOf(queue: ResidentQueue): string[] {
    const { lastXid, baseXid } = queue;
    const isFree = !queue.isHeldUp && (lastXid <= baseXid || this.tail.hasPassed(lastXid));
    return isFree ? [queue.heartbeat()] : [];
  }

  /** While this node gets no entries, no client waits here: other nodes may get them. */
  sendAllOn(): void {
    for (const queue of this.queues.all()) if (queue.waiting) this.finish(queue, [], false);
  }

  /** The client asks again, perhaps a node that can tell what follows. */
  private sendOn(queue: ResidentQueue): void {
    if (queue.waiting) this.finish(queue, [], false);
    this.remove(queue);
  }

  /**
   * The client waits: `answer` is called once, unless the returned function is called before.
   * @param sentId what a stream has sent since the last acknowledgement
   */
  hold(queue: ResidentQueue, answer: Waiting['answer'], sentId = -1): () => void {
    this.release(queue);
    const timer = setTimeout(() => this.beat(queue), this.heartbeats.nextMs());
    const waiting: Waiting = {
      sentId,
      answer: (events, goesOn) => {
        clearTimeout(timer);
        answer(events, goesOn);
      },
    };
    queue.waiting = waiting;
    this.answer(queue);
    if (this.stopping && queue.waiting === waiting) this.release(queue);
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
    for (const queue of this.queues.all()) this.release(queue);
  }

  private finish(queue: ResidentQueue, events: readonly string[], goesOn: boolean): void {
    const waiting = queue.waiting!;
    queue.waiting = null;
    queue.lastSeenAt = Date.now();
    waiting.answer(events, goesOn);
  }

  /** Entries that speak to the nodes themselves. */
  private obey({ payload, organizationId }: LogEntry): void {
    this.revocations++;
    const control = payload as QueueControlPayload;
    for (const queue of this.queues.concernedBy(organizationId, control)) {
      queue.credentials = null;
      this.answer(queue); // what came before is still theirs
      this.release(queue);
      if (control.action === 'end') this.remove(queue);
      if (control.action === 'confine') this.queues.confine(queue);
    }
  }
}
