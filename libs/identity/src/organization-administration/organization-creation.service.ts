import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { OrganizationHostIsInvalid, OrganizationHostIsTaken } from '../errors';
import { Organizations } from '../organizations/organizations.service';
import { isHost, Organization, organizationName } from '../records/organization';
import { OrganizationRepository } from '../records/organization.repository';
import type { User } from '../records/user';
import { UserGroupRepository } from '../records/user-group.repository';
import { ROLE } from '../roles/role';
import type { SpecialPermission } from '../roles/special-permission';
import { SYSTEM_GROUPS } from '../roles/system-groups';
import { NewAccounts } from '../users/new-accounts.service';
import { Users } from '../users/users.service';

export interface NewOrganization {
  name: string;
  /** The host name, with a port if organizations are distinguished by port. */
  host: string;
  owner: { email: string; fullName: string; passwordHash: string | null };
}

const PERMISSIONS_OF_FIRST_OWNER: readonly SpecialPermission[] = ['can_create_users'];

/** Creates organizations, for the first start and for the operator. */
@Injectable()
export class OrganizationCreation {
  constructor(
    private readonly rows: OrganizationRepository,
    private readonly groups: UserGroupRepository,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly accounts: NewAccounts,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates an organization with its system groups, its owner and its notification bot.
   * @throws OrganizationNameIsInvalid, OrganizationHostIsInvalid, OrganizationHostIsTaken, FullNameIsInvalid,
   * EmailIsInvalid
   */
  @Raises('OrganizationCreated')
  async create({ name, host, owner }: NewOrganization): Promise<{ organization: Organization; owner: User }> {
    const trimmed = organizationName(name);
    const folded = host.toLowerCase();
    if (!isHost(folded)) throw new OrganizationHostIsInvalid();
    return this.transactions.run([lock.cluster()], async () => {
      if (await this.rows.isHostTaken(folded)) throw new OrganizationHostIsTaken(folded);
      const organizationId = await this.rows.insert(trimmed, folded);
      await this.groups.insertSystemGroups(organizationId, SYSTEM_GROUPS);
      const organization = await this.organizations.current(organizationId);
      const ownerId = await this.accounts.open(organization, {
        ...owner,
        role: ROLE.owner,
        specialPermissions: PERMISSIONS_OF_FIRST_OWNER,
      });
      const notificationBotId = await this.accounts.openForNotificationBot(organization);
      this.audit.record({
        organizationId,
        action: 'created',
        object: { type: 'organization', id: organizationId },
        after: { name: trimmed, host: folded, owner_id: ownerId, special_permissions: PERMISSIONS_OF_FIRST_OWNER },
      });
      await this.events.raise('OrganizationCreated', { organizationId, ownerId, notificationBotId });
      return { organization, owner: await this.users.get(organizationId, ownerId) };
    });
  }
}
