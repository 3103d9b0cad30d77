import { DirectoryAccounts, Users } from '@app/identity';
import { DomainError } from '@app/kernel';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DirectoryDidNotAnswer } from '../ldap/directory.errors';
import type { DirectoryProvider } from '../ldap/directory.client';
import { DirectoryPeople } from './directory-people.service';
import { DirectoryRunRepository } from './directory-run.repository';
import { type LinkedAccount, planOf, type RunPlan } from './run-plan';
import { PersonUpdates } from './person-updates.service';

export interface RunRequest {
  /** Changes nothing, and says what would be done. */
  readonly isPreview: boolean;
  /** Goes on where too many accounts would be deactivated. Never deactivates the last owner. */
  readonly isForced: boolean;
  /** Called often. What it throws ends the run, between two transactions. */
  readonly beat: () => Promise<void>;
}

/** What a synchronisation did, or would do. */
export interface RunReport {
  /** People in the directory. */
  readonly seen: number;
  /** Accounts that were changed. */
  readonly changed: number;
  readonly deactivated: readonly string[];
  readonly reactivated: readonly string[];
  /** Owners who are gone, and stay because no owner would be left. */
  readonly spared: readonly string[];
  /** Why nothing was done; `null`: it was done. */
  readonly refusal: string | null;
}

/** Brings the accounts of a directory into line with its people. Each step is a transaction, and may be repeated. */
@Injectable()
export class DirectoryRuns {
  constructor(
    private readonly rows: DirectoryRunRepository,
    private readonly people: DirectoryPeople,
    private readonly accounts: DirectoryAccounts,
    private readonly updates: PersonUpdates,
    private readonly users: Users,
    private readonly log: Log,
  ) {}

  /** Does not throw if the directory does not answer: the report says so. */
  async run(provider: DirectoryProvider, request: RunRequest): Promise<RunReport> {
    const id = await this.rows.begin(provider.id);
    const report = await this.done(provider, request);
    const { seen, changed, refusal, deactivated } = report;
    const outcome = refusal ?? (request.isPreview ? 'preview' : 'done');
    await this.rows.end(id, { seen, changed, wouldDeactivate: deactivated.length }, outcome);
    if (refusal !== null) this.log.warn('a directory was not synchronised', { provider: provider.slug, refusal });
    return report;
  }

  private async done(provider: DirectoryProvider, request: RunRequest): Promise<RunReport> {
    const { id, organizationId } = provider;
    try {
      const people = await this.people.read(provider, request.beat);
      const accounts = await this.rows.accounts(id, organizationId);
      const plan = planOf(accounts, people, await this.users.ownerIds(organizationId), request.isForced);
      const isToDo = !request.isPreview && plan.refusal === null;
      return reportOf(people.size, plan, isToDo ? await this.carryOut(provider, plan, request.beat) : 0);
    } catch (error) {
      if (!(error instanceof DirectoryDidNotAnswer)) throw error;
      return { ...NOTHING, refusal: `The directory did not answer: ${error.reason}` };
    }
  }

  /** Accounts come back before the other changes, and end after them. Returns the number of changed accounts. */
  private async carryOut(provider: DirectoryProvider, plan: RunPlan, beat: () => Promise<void>): Promise<number> {
    let changed = 0;
    for (const { account } of plan.reactivate) {
      if (await this.setActive(provider, account, true)) changed += 1;
      await beat();
    }
    changed += await this.updates.apply(provider, plan.present, beat);
    for (const account of plan.deactivate) {
      if (await this.setActive(provider, account, false)) changed += 1;
      await beat();
    }
    return changed;
  }

  /** `false`: someone was faster, or the account is the last owner by now. */
  private async setActive(
    { id, organizationId }: DirectoryProvider,
    { userId }: LinkedAccount,
    isActive: boolean,
  ): Promise<boolean> {
    try {
      return await this.accounts.during(organizationId, userId, async (user) => {
        if (user.isActive === isActive) return false;
        await this.accounts.setActive(user, isActive);
        await this.rows.noteEnded(id, userId, !isActive);
        return true;
      });
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}

const NOTHING: RunReport = { seen: 0, changed: 0, deactivated: [], reactivated: [], spared: [], refusal: null };

const reportOf = (seen: number, { deactivate, reactivate, spared, refusal }: RunPlan, changed: number): RunReport => ({
  seen,
  changed,
  deactivated: deactivate.map(({ address }) => address),
  reactivated: reactivate.map(({ account }) => account.address),
  spared: spared.map(({ address }) => address),
  refusal,
});
