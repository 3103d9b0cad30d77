import type { OrganizationId, UserId } from '@app/kernel';
import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { Organizations } from '../organizations/organizations.service';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { isOwner, Role } from '../roles/role';
import { Users } from '../users/users.service';
import { assertRoleMayChange } from './role-change';
import { UserClientEvents } from './users.client-events';

/** Changes roles. */
@Injectable()
export class UserRoles {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly clients: UserClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes the role of an account; does nothing if it already has the role. All users of the organization are told.
   * @throws UserIsUnknown, LastOwnerMustStay, GuestCannotBecomeAdministrator
   */
  @Raises('UserRoleChanged')
  async set(organizationId: OrganizationId, userId: UserId, to: Role): Promise<User> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const user = await this.users.get(organizationId, userId);
      const from = user.role;
      if (from === to) return user;
      const activeOwners = await this.rows.countActiveOwners(organizationId);
      assertRoleMayChange({ from, to, activeOwners, countsAsOwner: isOwner(from) && user.isActive && !user.isBot });
      await this.rows.updateRole(userId, to);
      await this.organizations.raiseVersion(organizationId);
      const object = { type: 'user' as const, id: userId };
      this.audit.record({ organizationId, action: 'changed', object, before: { role: from }, after: { role: to } });
      const changed = { ...user, role: to };
      await this.clients.tellRole(changed, from, to, await this.organizations.current(organizationId));
      await this.events.raise('UserRoleChanged', { organizationId, userId, from, to });
      return changed;
    });
  }
}
