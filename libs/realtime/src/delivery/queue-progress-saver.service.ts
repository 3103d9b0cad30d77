import { Clock } from '@app/kernel';
import { Draining, Log } from '@app/platform';
import { BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { QueueProgress, QueueRepository } from '../records/queue.repository';
import { ResidentQueues } from './resident-queues.service';
import { Hub } from './hub.service';
import type { ResidentQueue } from './resident-queue';
import { LogTail } from '../event-log/log-tail.service';

/** The progress of each queue is stored once in this many turns; a turn takes place every second. */
export const TURNS = 30;
/**
 * After so many log entries the progress of all queues is stored, so that a node that takes over a queue reads few
 * entries.
 */
const ENTRIES_BETWEEN_SAVES = 10_000;
/** The rows of one statement. A longer statement would delay the events of all clients. */
const SAVED_AT_A_TIME = 500;
const SWEPT_AT_A_TIME = 500;
/**
 * A queue without polls for this time is removed from memory. Its row and the log contain all that is needed to rebuild
 * it.
 */
const RESIDENT_MS = 5 * 60 * 1000;
/** A client usually polls again within this time. */
const BETWEEN_POLLS_MS = 10_000;

/**
 * Stores in the rows of queues how far their clients are, a few rows at a time, and removes queues without polls from
 * memory. Another node continues from there and reads only later entries of the log.
 */
@Injectable()
export class QueueProgressSaver implements BeforeApplicationShutdown {
  private turn = 0;
  /** The tail's count when all queues were last stored. */
  private deliveredAtSave = 0;
  /** Queues to be stored. For removed ones the transaction that the tail had passed; `null`: the queue is in memory. */
  private readonly due = new Map<ResidentQueue, number | null>();
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly hub: Hub,
    private readonly queues: ResidentQueues,
    private readonly tail: LogTail,
    private readonly rows: QueueRepository,
    private readonly clock: Clock,
    private readonly log: Log,
    draining: Draining,
  ) {
    draining.signal.addEventListener('abort', () => void this.redirect());
  }

  /** Stores the queues of this turn. */
  async take(): Promise<void> {
    const turn = this.turn++ % TURNS;
    const now = this.now();
    const isTurnOfAll = this.tail.delivered - this.deliveredAtSave >= ENTRIES_BETWEEN_SAVES;
    if (isTurnOfAll) this.deliveredAtSave = this.tail.delivered;
    for (const queue of this.queues.all()) {
      this.dropOld(queue, now);
      if (!isTurnOfAll && queue.turnNumber % TURNS !== turn && !(queue.isNew && queue.isProgressUnsaved)) continue;
      const idleMs = queue.waiting ? 0 : now - queue.lastSeenAt;
      const isIdle = idleMs > RESIDENT_MS && !queue.isProgressUnsaved;
      if (queue.waiting || queue.isProgressUnsaved) this.due.set(queue, null);
      if (isIdle || idleMs > queue.idleSeconds * 1000) {
        this.due.set(queue, this.tail.passedXid);
        this.hub.remove(queue);
      }
    }
    await this.save();
    if (turn === 0) await this.sweep();
  }

  /** Stores all queues: this node ends, and other nodes continue. */
  async saveAll(): Promise<void> {
    for (const queue of this.queues.all()) this.due.set(queue, null);
    await this.save();
  }

  /**
   * This node ends. Each client is sent to another node after its progress is stored, so that the next node has no log
   * to read. A few hundred at a time, so that this node keeps working and the next one is not overloaded.
   */
  private async redirect(): Promise<void> {
    this.hub.stopHolding();
    const queues = [...this.queues.all()];
    for (let at = 0; at < queues.length; at += SAVED_AT_A_TIME) {
      const some = queues.slice(at, at + SAVED_AT_A_TIME);
      for (const queue of some) this.due.set(queue, null);
      await this.save().catch(() => undefined); // the shutdown tries again
      for (const queue of some) this.hub.release(queue);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.hub.releaseAll();
    await this.saveAll();
  }

  /** Stores what is due, one statement after the other. */
  private save(): Promise<void> {
    const next = this.saving.catch(() => undefined).then(() => this.saveDue());
    this.saving = next;
    return next;
  }

  private async saveDue(): Promise<void> {
    for (const [queue, passedXid] of this.hub.removedUnsaved) this.due.set(queue, passedXid);
    this.hub.removedUnsaved.clear();
    while (this.due.size > 0) {
      const some = [...this.due].slice(0, SAVED_AT_A_TIME);
      const progress = some.map(([queue, passedXid]) => this.progressOf(queue, passedXid));
      for (const [queue] of some) {
        queue.isProgressUnsaved = false;
        queue.isNew = false;
        this.due.delete(queue);
      }
      try {
        await this.rows.saveProgress(progress);
      } catch (error) {
        for (const [queue, passedXid] of some) {
          queue.isProgressUnsaved = true;
          this.due.set(queue, passedXid);
        }
        throw error;
      }
    }
  }

  private progressOf(queue: ResidentQueue, leftAt: number | null): QueueProgress {
    const id = queue.viewer.queueId;
    const passedXid = leftAt ?? (this.queues.find(id) === queue ? this.tail.passedXid : null);
    return {
      id,
      acknowledgedId: queue.acknowledgedId,
      caughtUpXid: passedXid === null ? null : queue.caughtUpXid(passedXid),
      idleMs: queue.waiting ? 0 : queue.isPolled ? this.now() - queue.lastSeenAt : null,
    };
  }

  /** Undelivered events of absent clients must not stay in memory: they are in the log. */
  private dropOld(queue: ResidentQueue, now: number): void {
    const { oldest } = queue;
    if (!oldest || this.tail.remembers(oldest)) return;
    if (queue.waiting)
      this.hub.release(queue); // a stream: the client's next stream acknowledges these events
    else if (now - queue.lastSeenAt >= BETWEEN_POLLS_MS) this.hub.remove(queue);
  }

  private async sweep(): Promise<void> {
    let looked: number;
    let all = 0;
    do {
      looked = await this.rows.sweep(SWEPT_AT_A_TIME);
      all += looked;
    } while (looked === SWEPT_AT_A_TIME);
    if (all > 0) this.log.debug('rows of event queues were looked through', { rows: all });
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
