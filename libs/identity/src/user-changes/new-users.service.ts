import { type OrganizationId, single } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { NewcomerChannels } from '../events';
import { Organizations } from '../organizations/organizations.service';
import type { User } from '../records/user';
import { ROLE, Role } from '../roles/role';
import { NewAccount, NewAccounts } from '../users/new-accounts.service';
import { Users } from '../users/users.service';
import { NewcomerLocks } from './newcomer-locks.service';
import { UserCreationEvents } from './user-creation-events.service';

export interface NewUser {
  organizationId: OrganizationId;
  /** The real address. */
  email: string;
  fullName: string;
  /** The result of `Passwords.hash`, computed before the transaction; `null`: the account has no password. */
  passwordHash: string | null;
  /** Default: member. */
  role?: Role;
  /** The channels of the invitation; absent or `null`: the user was not invited. */
  joining?: NewcomerChannels | null;
}

/** Creates users. */
@Injectable()
export class NewUsers {
  constructor(
    private readonly users: Users,
    private readonly accounts: NewAccounts,
    private readonly organizations: Organizations,
    private readonly creationEvents: UserCreationEvents,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates an account. All users of the organization are told.
   * @throws FullNameIsInvalid, EmailIsInvalid, EmailIsTaken
   */
  create(newUser: NewUser): Promise<User> {
    const { organizationId } = newUser;
    return this.transactions.runWhenStable({
      resolve: () => this.newcomerLocks.of(organizationId),
      locksOf: (ofNewcomer) => [lock.organization(organizationId), ...ofNewcomer],
      work: () => this.createLocked(newUser),
    });
  }

  /**
   * Creates several accounts, in the order given. The caller's transaction holds the organization's lock and the locks
   * of `NewcomerLocks`.
   * @throws FullNameIsInvalid, FullNameIsTaken, EmailIsInvalid, EmailIsTaken
   */
  async createAll(
    organizationId: OrganizationId,
    accounts: readonly NewAccount[],
    joining: NewcomerChannels | null = null,
  ): Promise<User[]> {
    const organization = await this.organizations.current(organizationId);
    const ids = await this.accounts.openAll(organization, accounts);
    const byId = await this.users.byIds(organizationId, ids);
    const users = ids.map((id) => byId.get(id)!);
    await this.creationEvents.tell(users, organization);
    await this.creationEvents.raiseCreated(users, joining);
    return users;
  }

  private async createLocked({ organizationId, role = ROLE.member, joining, ...account }: NewUser): Promise<User> {
    return single(await this.createAll(organizationId, [{ ...account, role }], joining));
  }
}
