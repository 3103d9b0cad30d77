import { grouped, type OrganizationId } from '@app/kernel';
import { Backlog, Config, sharesOf, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Addressed, FreshMessage } from './addressee.repository';
import { MissedCursor, MissedInTime, MissedMessageRepository } from './missed-message.repository';
import { Addressees } from './addressees.service';
import { MessageIdWatermark } from '../watermark/message-id-watermark.service';

const EVERY_MS = 2_000;
/** Messages whose readers are looked up at once: each may have thousands. */
const BATCH = 50;
/** Rows that one transaction writes: some 20 ms. Tests make it smaller. */
export const SHARE = { size: 500 };
/** Further behind than that, it is looked for what is new enough. */
const MANY = 5_000;
const LATE_HOURS = 24;

/**
 * Finds out whom a mail may have to tell of new messages. Sending does nothing for it: messages are looked at once, in
 * the order of their ids and after they are there for sure, by whichever node comes first.
 */
@Injectable()
export class MissedMessages implements Worker, OnModuleInit {
  readonly name = 'missed_messages';
  readonly everyMs = EVERY_MS;
  private readonly isOn: boolean;
  /** Up to there this node knows that all is done. */
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

  /** Everything is read before the statements that write: they hold back events, and a message may have thousands of readers. */
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
    const upto = isFull ? fresh[fresh.length - 1].id : reached;
    const isDone = await this.write(cursor, await this.missedOf(fresh), upto, signal);
    if (isDone && !isFull) this.seen = reached;
    return isDone && isFull;
  }

  /** In shares, each of which moves the cursor; the last one up to there. False: another node is at it, or this one ends. */
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
    const batches = sharesOf(
      works.sort((one, other) => one.id - other.id),
      SHARE.size,
    );
    let cursor = from;
    for (const shares of batches) {
      if (signal.aborted) return false;
      const last = shares === batches[batches.length - 1] ? null : shares[shares.length - 1];
      const next = last
        ? { upto: from.upto, partialId: last.id, doneUserId: last.upto ?? Number.MAX_SAFE_INTEGER }
        : { upto, partialId: 0, doneUserId: 0 };
      const items = shares.flatMap((share) => share.items);
      if (!(await this.rows.insertAndMove(items, cursor, next))) return false;
      cursor = next;
    }
    return true;
  }

  /**
   * The last message that is too old for a mail, or one shortly before it: where there was no mail server for long, nobody
   * wants to hear of all that in one day.
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

  /** How far behind is what mails say anyway. */
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

  /** Mails may have to tell of these messages: to whomever of those whom they are addressed to wants that. */
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

  /** In a transaction. */
  insert(missed: readonly MissedInTime[]): Promise<void> {
    return this.rows.insert(missed);
  }
}
