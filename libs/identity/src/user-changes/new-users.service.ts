import type { OrganizationId } from '@app/kernel';
import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import type { NewcomerChannels } from '../events';
import { Organizations } from '../organizations/organizations.service';
import type { User } from '../records/user';
import { ROLE, Role } from '../roles/role';
import { NewAccounts } from '../users/new-accounts.service';
import { Users } from '../users/users.service';
import { NewcomerLocks } from './newcomer-locks.service';
import { UserClientEvents } from './users.client-events';

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
    private readonly clients: UserClientEvents,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
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

  @Raises('UserCreated')
  private async createLocked({
    organizationId,
    email,
    fullName,
    passwordHash,
    role = ROLE.member,
    joining = null,
  }: NewUser): Promise<User> {
    const organization = await this.organizations.current(organizationId);
    const userId = await this.accounts.open(organization, { email, fullName, role, passwordHash });
    const user = await this.users.get(organizationId, userId);
    this.audit.record({ organizationId, action: 'created', object: { type: 'user', id: userId }, after: { role } });
    await this.clients.tellAdded(user, organization);
    await this.events.raise('UserCreated', { organizationId, userId, role, isBot: false, joining });
    return user;
  }
}
