import { Backlog, isDatabaseAway, lock, Log, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { AbsenceChange, AbsenceChangeRepository } from './absence-change.repository';
import { ABSENCE_CHANGER, AbsentSubscribers } from './absent-subscribers.service';

const EVERY_MS = 5_000;
/** Rows that are read together; each is a transaction. */
const LOOKED_AT = 20;

/** Removes deactivated users from channels that were too many for the deactivation, and returns reactivated users. */
@Injectable()
export class AbsenceChanges implements Worker, OnModuleInit {
  readonly name = ABSENCE_CHANGER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: AbsenceChangeRepository,
    private readonly absent: AbsentSubscribers,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const due = await this.rows.oldestOfEach(LOOKED_AT);
    for (const id of due) if (!signal.aborted) await this.attempt(id);
    return due.length > 0;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  private async attempt(id: number): Promise<void> {
    const row = await this.rows.find(id);
    if (!row) return;
    try {
      await this.change(row);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isGivenUp = !(await this.rows.postpone(id));
      this.log.warn('a deactivated or reactivated user could not be counted', { id, isGivenUp, error });
    }
  }

  /**
   * The locks of the channels ensure that one node at a time handles a row. The row is read again under them, because a
   * user who leaves a channel takes it out of the row. It is removed last: reads after a first write delay client events.
   */
  private change({ id, organizationId, channelIds }: AbsenceChange): Promise<void> {
    const locks = [lock.organizationShared(organizationId), ...channelIds.map((channelId) => lock.channel(channelId))];
    return this.transactions.run(locks, async () => {
      const row = await this.rows.find(id);
      if (!row) return;
      await this.absent.change(row);
      await this.rows.remove(id);
    });
  }
}
