import { Log, OutboxWorker, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PushOrganizationRecheckRepository } from './push-organization-recheck.repository';
import { REMOVER } from './push-removals.service';

/** The name of the worker that schedules checks for the users of an organization. */
export const RECHECKER = 'push_organization_rechecks';
/** The number of users whom one transaction schedules. Tests reduce it. */
export const RECHECKED = { users: 500 };

/** Schedules a check of the notifications of each user of an organization, so many users in a transaction. */
@Injectable()
export class PushOrganizationRechecks extends OutboxWorker {
  readonly name = RECHECKER;
  protected readonly failure = 'the notifications of an organization could not be checked';

  constructor(
    private readonly rows: PushOrganizationRecheckRepository,
    workers: Workers,
    private readonly transactions: Transactions,
    log: Log,
  ) {
    super(rows, workers, log);
  }

  override async work(signal: AbortSignal): Promise<boolean> {
    const hasScheduled = await super.work(signal);
    if (hasScheduled) this.workers.nudge(REMOVER);
    return hasScheduled;
  }

  protected handle(id: number): Promise<void> {
    return this.transactions.run([], () => this.rows.scheduleNext(id, RECHECKED.users));
  }
}
