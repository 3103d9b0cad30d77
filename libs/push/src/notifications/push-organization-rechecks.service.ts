import { Backlog, isDatabaseAway, Log, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { PushOrganizationRecheckRepository } from './push-organization-recheck.repository';
import { REMOVER } from './push-removals.service';

/** The name of the worker that schedules checks for the users of an organization. */
export const RECHECKER = 'push_organization_rechecks';
/** The number of users whom one transaction schedules. Tests reduce it. */
export const RECHECKED = { users: 500 };

const EVERY_MS = 5_000;
/** Rows that are read together; each is a transaction. */
const LOOKED_AT = 20;

/** Schedules a check of the notifications of each user of an organization, so many users in a transaction. */
@Injectable()
export class PushOrganizationRechecks implements Worker, OnModuleInit {
  readonly name = RECHECKER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: PushOrganizationRecheckRepository,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const due = await this.rows.due(LOOKED_AT);
    for (const id of due) if (!signal.aborted) await this.attempt(id);
    if (due.length > 0) this.workers.nudge(REMOVER);
    return due.length > 0;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  private async attempt(id: number): Promise<void> {
    try {
      await this.transactions.run([], () => this.rows.scheduleNext(id, RECHECKED.users));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isGivenUp = !(await this.rows.postpone(id));
      this.log.warn('the notifications of an organization could not be checked', { id, isGivenUp, error });
    }
  }
}
