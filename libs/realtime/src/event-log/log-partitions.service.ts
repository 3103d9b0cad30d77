import { lock, Log, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { dayAfter, LogPartitionRepository } from './log-partition.repository';

/** The longest lifetime of a queue, and so of the entries that it may need. */
const KEPT_DAYS = 8;
const DAYS_AHEAD = 2;
const ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 200;
const REMOVED_AT_A_TIME = 5_000;

/**
 * Creates the log's partitions ahead of time and drops old ones. A server that did not run for days has entries in the
 * default partition. These are removed one by one when they are old enough.
 */
@Injectable()
export class LogPartitions {
  constructor(
    private readonly days: LogPartitionRepository,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  /** Adds and drops partitions. If the log is locked, the next turn tries again. */
  async turn(): Promise<void> {
    const { today, made, strewn } = await this.days.look();
    const oldest = dayAfter(today, -KEPT_DAYS);
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
      const day = dayAfter(today, ahead);
      if (!made.includes(day) && !strewn.includes(day)) await this.change(() => this.days.add(day));
    }
    for (const day of made) if (day < oldest) await this.change(() => this.days.drop(day));
    if (strewn.some((day) => day < oldest))
      while ((await this.days.removeStrewn(oldest, REMOVED_AT_A_TIME)) === REMOVED_AT_A_TIME);
  }

  private async change(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.transactions.run([lock.cluster()], work);
      } catch (error) {
        if (attempt === ATTEMPTS) return this.log.warn('the event log could not be put in order', { error });
        await delay(BETWEEN_ATTEMPTS_MS);
      }
    }
  }
}
