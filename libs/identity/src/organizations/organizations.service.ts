import type { OrganizationId } from '@app/kernel';
import { Config, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  OrganizationHostIsInvalid,
  OrganizationHostIsTaken,
  OrganizationIsDeactivated,
  OrganizationIsUnknown,
} from '../errors';
import {
  EMPTY_TOPIC_NAME,
  hostOfUrl,
  isHost,
  Organization,
  organizationName,
  permissionsOf,
  settingsOf,
} from '../records/organization';
import { ROLE } from '../roles/role';
import type { SpecialPermission } from '../roles/special-permission';
import { SYSTEM_GROUPS } from '../roles/system-groups';
import type { User } from '../records/user';
import { OrganizationRepository, OrganizationRow } from '../records/organization.repository';
import { UserGroupRepository } from '../records/user-group.repository';
import { Accounts } from '../accounts/accounts.service';
import { Audit } from '../audit/audit.service';
import { VersionedCache } from '../versioned-cache';

export interface NewOrganization {
  name: string;
  /** The host name, with a port if organizations are distinguished by port. */
  host: string;
  owner: { email: string; fullName: string; passwordHash: string | null };
}

const PERMISSIONS_OF_FIRST_OWNER: readonly SpecialPermission[] = ['can_create_users'];

/** The organizations of this server. The host of a request selects one. */
@Injectable()
export class Organizations {
  private readonly cache = new VersionedCache<Organization>();

  constructor(
    private readonly rows: OrganizationRepository,
    private readonly groups: UserGroupRepository,
    private readonly accounts: Accounts,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** The current organization, read in the open transaction or snapshot if there is one. One query. */
  async current(organizationId: OrganizationId): Promise<Organization> {
    const organization = this.publish(await this.rows.get(organizationId));
    // A transaction may read its own writes and then roll back. So only committed organizations are cached.
    return this.transactions.open ? organization : this.cache.keep(organization);
  }

  /**
   * The organization at the version that the request's authentication has read. Runs no query if it is cached. For hot
   * paths.
   */
  async cached({
    organizationId,
    permissionVersion,
  }: Pick<Actor, 'organizationId' | 'permissionVersion'>): Promise<Organization> {
    if (this.transactions.open)
      return this.cache.find(organizationId, permissionVersion) ?? this.current(organizationId);
    return this.cache.obtain(organizationId, permissionVersion, () => this.current(organizationId));
  }

  /**
   * The organization of a host. While only one organization exists, it is also found under unknown hosts.
   * @throws OrganizationIsUnknown (404 NONEXISTENT_SUBDOMAIN), OrganizationIsDeactivated (401)
   */
  async atHost(host: string): Promise<Organization> {
    const organization = await this.namedBy(host);
    if (organization.isDeactivated) throw new OrganizationIsDeactivated();
    return organization;
  }

  /** As `atHost`, but includes deactivated organizations. */
  async namedBy(host: string): Promise<Organization> {
    const row = await this.rows.findAt({ host, ownHost: hostOfUrl(this.config.baseUrl) });
    if (!row) throw new OrganizationIsUnknown();
    return this.publish(row);
  }

  /** Ascending by id. */
  async list(): Promise<Organization[]> {
    return (await this.rows.list()).map((row) => this.publish(row));
  }

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
      const organization = this.publish(await this.rows.get(organizationId));
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
      return { organization, owner: await this.accounts.get(organizationId, ownerId) };
    });
  }

  /**
   * Outdates all cached data that depends on the organization's settings, permissions, roles or groups. Called for each
   * change of these, under the organization's lock, in the transaction of the change.
   */
  async raiseVersion(organizationId: OrganizationId): Promise<void> {
    await this.rows.raiseVersion(organizationId);
  }

  private publish({ settings, systemGroups, isFirst, ...row }: OrganizationRow): Organization {
    if (!systemGroups) throw new Error(`The organization ${row.id} has no system groups.`);
    const own = new URL(this.config.baseUrl);
    return {
      ...row,
      url: isFirst ? this.config.baseUrl : `${own.protocol}//${row.host}`,
      settings: settingsOf(settings),
      permissions: permissionsOf(settings, systemGroups),
      systemGroups,
      emptyTopicName: EMPTY_TOPIC_NAME,
    };
  }
}
