import { lock, Log, OutboxWorker, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AbsenceChangeRepository } from './absence-change.repository';
import { ABSENCE_CHANGER, AbsentSubscribers } from './absent-subscribers.service';

/** Removes deactivated users from channels that were too many for the deactivation, and returns reactivated users. */
@Injectable()
export class AbsenceChanges extends OutboxWorker {
  readonly name = ABSENCE_CHANGER;
  protected readonly failure = 'a deactivated or reactivated user could not be counted';

  constructor(
    private readonly rows: AbsenceChangeRepository,
    private readonly absent: AbsentSubscribers,
    workers: Workers,
    private readonly transactions: Transactions,
    log: Log,
  ) {
    super(rows, workers, log);
  }

  protected override due(limit: number): Promise<number[]> {
    return this.rows.oldestOfEach(limit);
  }

  /**
   * The locks of the channels ensure that one node at a time handles a row. The row is read again under them, because a
   * user who leaves a channel takes it out of the row. It is removed last: reads after a first write delay client events.
   */
  protected async handle(id: number): Promise<void> {
    const found = await this.rows.find(id);
    if (!found) return;
    const { organizationId, channelIds } = found;
    const locks = [lock.organizationShared(organizationId), ...channelIds.map((channelId) => lock.channel(channelId))];
    await this.transactions.run(locks, async () => {
      const row = await this.rows.find(id);
      if (!row) return;
      await this.absent.change(row);
      await this.rows.remove(id);
    });
  }
}
