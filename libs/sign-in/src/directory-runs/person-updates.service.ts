import { ExternalProfileValues, isOwner, Organizations, UserNames, UserRoles, Users } from '@app/identity';
import { DomainError } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { highestRole } from '../accounts/external-person';
import { GroupLinks } from '../group-links/group-links.service';
import { LinkedMemberships } from '../group-links/linked-memberships.service';
import type { DirectoryProvider } from '../ldap/directory.client';
import type { MatchedAccount } from './run-plan';

/** Names, roles and groups of accounts, as the directory has them. */
@Injectable()
export class PersonUpdates {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly names: UserNames,
    private readonly roles: UserRoles,
    private readonly links: GroupLinks,
    private readonly memberships: LinkedMemberships,
    private readonly profileValues: ExternalProfileValues,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the number of changed accounts. Accounts that are as they should be cost no transaction. */
  async apply(
    provider: DirectoryProvider,
    pairs: readonly MatchedAccount[],
    beat: () => Promise<void>,
  ): Promise<number> {
    const changed = new Set<number>();
    const rolesOf = await this.links.roles(provider);
    for (const pair of pairs) {
      const { account, person } = pair;
      const role = highestRole([person.role, ...rolesOf(person.groups ?? [])]);
      const isOfOtherRole = role !== null && role !== account.role && !isOwner(account.role);
      const isRenamed = person.fullName !== account.fullName;
      if (!isOfOtherRole && !isRenamed) continue;
      if (isRenamed && (await this.succeeds(() => this.rename(provider, pair)))) changed.add(account.userId);
      if (isOfOtherRole && (await this.succeeds(() => this.roles.set(provider.organizationId, account.userId, role))))
        changed.add(account.userId);
      await beat();
    }
    const people = pairs.map(({ account: { userId }, person }) => ({ userId, groups: person.groups ?? [] }));
    for (const userId of await this.memberships.apply(provider, people, beat)) changed.add(userId);
    const fields = new Map(pairs.map(({ account, person }) => [account.userId, person.fields]));
    for (const userId of await this.profileValues.apply(provider.organizationId, fields, beat)) changed.add(userId);
    return changed.size;
  }

  private rename({ organizationId }: DirectoryProvider, { account, person }: MatchedAccount): Promise<void> {
    const locks = [lock.organization(organizationId), lock.user(account.userId)];
    return this.transactions.run(locks, async () => {
      const user = await this.users.get(organizationId, account.userId);
      await this.names.rename(await this.organizations.current(organizationId), user, person.fullName);
    });
  }

  /** A name that is taken, or a role that an account cannot have, is no reason to stop. */
  private async succeeds(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
