import { Clock } from '@app/kernel';
import { Draining, Log } from '@app/platform';
import { BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { QueueProgress, QueueRepository } from '../records/queue.repository';
import { HeldQueues } from './held-queues.service';
import { Hub } from './hub.service';
import type { ResidentQueue } from './resident-queue';
import { Tail } from '../event-log/tail.service';

/** Each queue is noted once in so many turns, and each turn is a second after the last one. */
export const TURNS = 30;
/** After so many entries of the log all queues are noted: whichever node takes one over has to look at few more. */
const ENTRIES_BETWEEN_NOTES = 10_000;
/** Rows of one statement; a statement under way holds back the events of everybody. */
const NOTED_AT_A_TIME = 500;
const SWEPT_AT_A_TIME = 500;
/** A queue that was not polled here for so long is held no more: its row and the log have what it takes to make it again. */
const HELD_MS = 5 * 60 * 1000;
/** A client that reads what it got comes again within this time, mostly. */
const BETWEEN_POLLS_MS = 10_000;

/**
 * Tells the rows of queues how far their clients are, a few rows at a time, and ends those that are polled no more. Any
 * other node goes on from there, and has to look only at what the log got since.
 */
@Injectable()
export class Progress implements BeforeApplicationShutdown {
  private turn = 0;
  /** What the tail had delivered when all queues were noted. */
  private deliveredAtNote = 0;
  /** Not noted yet, with the transaction that the tail had passed when they left; null: they are held. */
  private readonly due = new Map<ResidentQueue, number | null>();
  private noting: Promise<void> = Promise.resolve();

  constructor(
    private readonly hub: Hub,
    private readonly queues: HeldQueues,
    private readonly tail: Tail,
    private readonly rows: QueueRepository,
    private readonly clock: Clock,
    private readonly log: Log,
    draining: Draining,
  ) {
    draining.signal.addEventListener('abort', () => void this.sendOn());
  }

  /** Notes the queues whose turn it is. */
  async take(): Promise<void> {
    const turn = this.turn++ % TURNS;
    const now = this.now();
    const isEverybodysTurn = this.tail.delivered - this.deliveredAtNote >= ENTRIES_BETWEEN_NOTES;
    if (isEverybodysTurn) this.deliveredAtNote = this.tail.delivered;
    for (const queue of this.queues.all()) {
      this.giveUpOld(queue, now);
      if (!isEverybodysTurn && turnOf(queue) !== turn && !(queue.isNew && queue.isProgressUnsaved)) continue;
      const idleMs = queue.waiting ? 0 : now - queue.lastSeenAt;
      const isHeldInVain = idleMs > HELD_MS && !queue.isProgressUnsaved;
      if (queue.waiting || queue.isProgressUnsaved) this.due.set(queue, null);
      if (isHeldInVain || idleMs > queue.idleSeconds * 1000) {
        this.due.set(queue, this.tail.passedXid);
        this.hub.remove(queue);
      }
    }
    await this.note();
    if (turn === 0) await this.sweep();
  }

  /** Notes every queue: this node ends, and the others go on from there. */
  async noteAll(): Promise<void> {
    for (const queue of this.queues.all()) this.due.set(queue, null);
    await this.note();
  }

  /**
   * This node ends. Each client is sent on when its row says how far it is, so that the next node finds nothing to look
   * through; a few hundred at a time, so that this node goes on with what else it has to do, and the next one is not asked by all
   * at once.
   */
  private async sendOn(): Promise<void> {
    this.hub.holdNoMore();
    const queues = [...this.queues.all()];
    for (let at = 0; at < queues.length; at += NOTED_AT_A_TIME) {
      const some = queues.slice(at, at + NOTED_AT_A_TIME);
      for (const queue of some) this.due.set(queue, null);
      await this.note().catch(() => undefined); // the end tries again
      for (const queue of some) this.hub.release(queue);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.hub.releaseAll();
    await this.noteAll();
  }

  /** What is due, one statement after the other. @throws what the database says; the rest stays due */
  private note(): Promise<void> {
    const next = this.noting.catch(() => undefined).then(() => this.noteDue());
    this.noting = next;
    return next;
  }

  private async noteDue(): Promise<void> {
    for (const [queue, passedXid] of this.hub.departed) this.due.set(queue, passedXid);
    this.hub.departed.clear();
    while (this.due.size > 0) {
      const some = [...this.due].slice(0, NOTED_AT_A_TIME);
      const progress = some.map(([queue, passedXid]) => this.progressOf(queue, passedXid));
      for (const [queue] of some) {
        queue.isProgressUnsaved = false;
        queue.isNew = false;
        this.due.delete(queue);
      }
      try {
        await this.rows.noteProgress(progress);
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
      idleMs: queue.waiting ? 0 : this.now() - queue.lastSeenAt,
    };
  }

  /** What waits for clients that do not come must not keep entries in memory: they are in the log. */
  private giveUpOld(queue: ResidentQueue, now: number): void {
    const [oldest] = queue.pending;
    if (!oldest || this.tail.remembers(oldest.entry)) return;
    if (queue.waiting)
      this.hub.release(queue); // a stream: the next one acknowledges what this one sent
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

/** Ids are random, so that each turn has as many queues. */
const turnOf = ({ viewer }: ResidentQueue): number => parseInt(viewer.queueId.slice(0, 8), 16) % TURNS;
