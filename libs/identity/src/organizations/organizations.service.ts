import type { OrganizationId } from '@app/kernel';
import { Config, Transactions } from '@app/platform';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OrganizationIsDeactivated, OrganizationIsUnknown } from '../errors';
import { EMPTY_TOPIC_NAME, hostOfUrl, Organization, permissionsOf, settingsOf } from '../records/organization';
import { OrganizationRepository, OrganizationRow } from '../records/organization.repository';
import { VersionedCache } from '../versioned-cache';

/** The organizations of this server. The host of a request selects one. */
@Injectable()
export class Organizations {
  private readonly cache = new VersionedCache<Organization>();

  constructor(
    private readonly rows: OrganizationRepository,
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
