import { Deactivations, NewcomerLocks, NewUsers, UserNames, UserRoles } from '@app/identity';
import type { UserId } from '@app/kernel';
import { lock, type Lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ImportMemberships } from './import-memberships.service';
import { type ImportPlan, planOf, type ImportStep } from './import-plan';
import { type Importer, ImportStates, type OpenState } from './import-states.service';
import { ImportIsRefused } from './user-import.errors';
import type { UserRow } from './user-row';

/** The plan under the locks of its transaction. */
interface OpenPlan extends ImportPlan {
  readonly state: OpenState;
  readonly ofNewcomers: readonly Lock[];
}

/**
 * Carries out some lines of a file. What they would do is decided anew, so that a line that is done already does
 * nothing: a file that was interrupted is completed by the same file.
 */
@Injectable()
export class ImportBatches {
  constructor(
    private readonly states: ImportStates,
    private readonly newUsers: NewUsers,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly names: UserNames,
    private readonly roles: UserRoles,
    private readonly memberships: ImportMemberships,
    private readonly activity: Deactivations,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Accounts come back before the other changes and end after them, each in a transaction of its own, as bots may end
   * with them; the others share one.
   * @throws ImportIsRefused: what decides has changed since the file was checked
   */
  async carryOut(importer: Importer, rows: readonly UserRow[]): Promise<void> {
    const { steps, state } = await this.plan(importer, rows);
    for (const { user } of withAction(steps, 'reactivate')) await this.activity.reactivate(state.actor, user.id);
    await this.transactions.runWhenStable({
      resolve: () => this.plan(importer, rows),
      locksOf: locksOf(importer),
      work: (plan) => this.change(importer, plan),
    });
    for (const { user } of withAction(steps, 'deactivate')) await this.activity.deactivate(state.actor, user.id, null);
  }

  private async plan(importer: Importer, rows: readonly UserRow[]): Promise<OpenPlan> {
    const state = await this.states.read(importer, rows);
    const { steps, faults } = planOf(rows, state);
    if (faults.length > 0) throw new ImportIsRefused(faults);
    const ofNewcomers = await this.newcomerLocks.of(importer.organizationId);
    return { steps, faults, state, ofNewcomers };
  }

  private async change({ organizationId }: Importer, { steps, state }: OpenPlan): Promise<void> {
    const { organization } = state.policy;
    for (const { user, isRenamed, isOfOtherRole, fullName, role } of steps) {
      if (!user) continue;
      if (isOfOtherRole) await this.roles.set(organizationId, user.id, role);
      if (isRenamed) await this.names.rename(organization, { ...user, role }, fullName);
    }
    const created = steps.filter(({ action }) => action === 'create');
    const accounts = created.map(({ email, fullName, role }) => ({ email, fullName, role, passwordHash: null }));
    const users = accounts.length > 0 ? await this.newUsers.createAll(organizationId, accounts) : [];
    const idOf = new Map(users.map(({ id, deliveryEmail }) => [deliveryEmail, id]));
    const userIdOf = ({ user, email }: ImportStep): UserId => user?.id ?? idOf.get(email)!;
    await this.memberships.join(state.actor, steps, userIdOf);
  }
}

const withAction = (steps: readonly ImportStep[], action: ImportStep['action']) =>
  steps.flatMap(({ user, ...step }) => (step.action === action && user ? [{ ...step, user }] : []));

const locksOf =
  ({ organizationId }: Importer) =>
  ({ steps, ofNewcomers }: OpenPlan): Lock[] => {
    const channelIds = new Set(steps.flatMap(({ channels }) => channels.map(({ id }) => id)));
    const userIds = steps.flatMap(({ user, isRenamed }) => (user && isRenamed ? [user.id] : []));
    return [
      lock.organization(organizationId),
      ...ofNewcomers,
      ...[...channelIds].map((id) => lock.channel(id)),
      ...userIds.map((id) => lock.user(id)),
    ];
  };
