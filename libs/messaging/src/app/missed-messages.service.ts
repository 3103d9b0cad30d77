import { grouped, type OrganizationId } from '@app/kernel';
import { Backlog, Config, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Addressed, FreshMessage } from '../store/addressee.repository';
import { Missed, MissedMessageRepository } from '../store/missed-message.repository';
import { Addressees } from './addressees.service';
import { Horizon } from './horizon';

const EVERY_MS = 2_000;
const BATCH = 300;
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
    private readonly horizon: Horizon,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
    config: Config,
  ) {
    this.isOn = config.smtpUrl !== null;
  }

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    if (!this.isOn) return false;
    const reached = await this.horizon.look();
    if (reached === this.seen) return false;
    const isMore = await this.transactions.run([], async () => {
      const upto = await this.rows.holdCursor();
      if (upto === null) return null;
      if (upto >= reached) return false;
      const from = reached - upto > MANY ? await this.firstOfLate(upto, reached) : upto;
      const fresh = await this.rows.fresh(from, reached, BATCH);
      const isFull = fresh.length === BATCH;
      for (const [organizationId, messages] of grouped(fresh, (message) => message.organizationId))
        await this.note(organizationId, messages);
      await this.rows.moveCursor(isFull ? fresh[fresh.length - 1].id : reached);
      return isFull;
    });
    if (isMore === false) this.seen = reached;
    return isMore ?? false;
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

  private async note(organizationId: OrganizationId, messages: readonly FreshMessage[]): Promise<void> {
    const addressed = await this.addressees.of('mail', organizationId, messages);
    await this.expect(organizationId, addressed, messages);
  }

  /** Mails may have to tell of these messages: to whomever of those whom they are addressed to wants that. */
  async expect(
    organizationId: OrganizationId,
    addressed: readonly Addressed[],
    messages: readonly FreshMessage[],
  ): Promise<void> {
    if (addressed.length === 0) return;
    const wanted = await this.addressees.wanting('mail', organizationId, addressed, messages);
    const missed = wanted.map(({ userId, messageId, reason, recipient: { settings } }) => {
      const seconds = settings.email_notifications_batching_period_seconds;
      return { userId, messageId, reason, organizationId, seconds } satisfies Missed & { seconds: number };
    });
    await this.rows.insert(missed);
  }
}
