import { grouped, type OrganizationId } from '@app/kernel';
import { Backlog, Config, chunksOf, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Addressed, FreshMessage } from './addressee.repository';
import { MissedCursor, MissedInTime, MissedMessageRepository } from './missed-message.repository';
import { Addressees } from './addressees.service';
import { MessageIdWatermark } from '../watermark/message-id-watermark.service';

const EVERY_MS = 2_000;
/** The number of messages whose addressees are read together. Each may have thousands. */
const BATCH = 50;
/** The rows that one transaction writes, in about 20 ms. Tests reduce it. */
export const CHUNK = { size: 500 };
/** If the worker is further behind than this, it skips messages that are too old. */
const MANY = 5_000;
const LATE_HOURS = 24;

/**
 * Determines who may need a mail about new messages. Sending does no work for it. Messages are read in the order of
 * their ids, after all earlier transactions have ended, by one node at a time.
 */
@Injectable()
export class MissedMessages implements Worker, OnModuleInit {
  readonly name = 'missed_messages';
  readonly everyMs = EVERY_MS;
  private readonly isOn: boolean;
  /** All messages up to this one are known to be done. */
  private seen = -1;

  constructor(
    private readonly rows: MissedMessageRepository,
    private readonly addressees: Addressees,
    private readonly watermark: MessageIdWatermark,
    private readonly workers: Workers,
    config: Config,
  ) {
    this.isOn = config.smtpUrl !== null;
  }

  onModuleInit(): void {
    this.workers.add(this);
  }

  /**
   * Reads everything before the statements that write, because these delay client events, and a message may have
   * thousands of addressees.
   */
  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.isOn) return false;
    const reached = await this.watermark.look();
    if (reached === this.seen) return false;
    const cursor = await this.rows.cursor();
    if (cursor.upto >= reached) {
      this.seen = reached;
      return false;
    }
    const from = reached - cursor.upto > MANY ? await this.firstOfLate(cursor.upto, reached) : cursor.upto;
    const fresh = await this.rows.fresh(from, reached, BATCH);
    const isFull = fresh.length === BATCH;
    const upto = isFull ? fresh.at(-1)!.id : reached;
    const isDone = await this.write(cursor, await this.missedOf(fresh), upto, signal);
    if (isDone && !isFull) this.seen = reached;
    return isDone && isFull;
  }

  /**
   * Writes in parts, each of which moves the cursor; the last one moves it to the end. `false`: another node works on
   * it, or this one stops.
   */
  private async write(
    from: MissedCursor,
    missed: readonly MissedInTime[],
    upto: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const works = Array.from(
      grouped(missed, ({ messageId }) => messageId),
      ([id, items]) => ({
        id,
        doneUserId: id === from.partialId ? from.doneUserId : 0,
        items,
      }),
    ).filter(({ id }) => id >= from.partialId);
    const batches = chunksOf(
      works.sort((one, other) => one.id - other.id),
      CHUNK.size,
    );
    let cursor = from;
    for (const chunks of batches) {
      if (signal.aborted) return false;
      const last = chunks === batches[batches.length - 1] ? null : chunks[chunks.length - 1];
      const next = last
        ? { upto: from.upto, partialId: last.id, doneUserId: last.upto ?? Number.MAX_SAFE_INTEGER }
        : { upto, partialId: 0, doneUserId: 0 };
      const items = chunks.flatMap((chunk) => chunk.items);
      if (!(await this.rows.insertAndMove(items, cursor, next))) return false;
      cursor = next;
    }
    return true;
  }

  /**
   * The last message that is too old for a mail, or one shortly before it. After a long time without a mail server, the
   * old messages are skipped.
   */
  private async firstOfLate(upto: number, reached: number): Promise<number> {
    let [old, late] = [upto, reached];
    while (late - old > BATCH) {
      const middle = Math.floor((old + late) / 2);
      if (await this.rows.isLate(middle, LATE_HOURS)) late = middle;
      else old = middle;
    }
    return old;
  }

  /** The mails themselves show how far behind the worker is. */
  async backlog(): Promise<Backlog> {
    return { waiting: 0, oldestSeconds: 0 };
  }

  private async missedOf(fresh: readonly FreshMessage[]): Promise<MissedInTime[]> {
    const missed: MissedInTime[] = [];
    for (const [organizationId, messages] of grouped(fresh, (message) => message.organizationId)) {
      const addressed = await this.addressees.of('mail', organizationId, messages);
      for (const one of await this.wanting(organizationId, addressed, messages)) missed.push(one);
    }
    return missed;
  }

  /** The addressees of these messages who want mails. */
  async wanting(
    organizationId: OrganizationId,
    addressed: readonly Addressed[],
    messages: readonly FreshMessage[],
  ): Promise<MissedInTime[]> {
    const wanted = await this.addressees.wanting('mail', organizationId, addressed, messages);
    return wanted.map(({ userId, messageId, reason, recipient: { settings } }) => {
      const seconds = settings.email_notifications_batching_period_seconds;
      return { userId, messageId, reason, organizationId, seconds };
    });
  }

  /** Called in a transaction. */
  insert(missed: readonly MissedInTime[]): Promise<void> {
    return this.rows.insert(missed);
  }
}
