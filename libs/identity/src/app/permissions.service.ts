import { Clock, OrganizationId } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { settingsOf } from '../domain/organization';
import { PermissionGraph } from '../domain/permission-graph';
import type { SystemGroupIds } from '../domain/system-groups';
import { OrganizationRepository } from '../store/organization.repository';
import { UserGroupRepository } from '../store/user-group.repository';
import { VersionedCache } from './versioned-cache';

/** The permission graph of each organization, kept in memory as long as no change has outdated it. */
@Injectable()
export class Permissions {
  private readonly cache = new VersionedCache<PermissionGraph>();

  constructor(
    private readonly groups: UserGroupRepository,
    private readonly organizations: OrganizationRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The graph at the actor's permission version or a later one. No query while nothing changed. */
  async graphOf({
    organizationId,
    permissionVersion,
  }: Pick<Actor, 'organizationId' | 'permissionVersion'>): Promise<PermissionGraph> {
    return this.cache.find(organizationId, permissionVersion) ?? this.load(organizationId);
  }

  /**
   * The graph as the open transaction or snapshot sees it: for parts of `/register`, which must not decide by an older
   * state than the one they show, and for decisions under the organization's lock. One small query where nothing changed.
   */
  async graphNow(organizationId: OrganizationId): Promise<PermissionGraph> {
    const version = await this.organizations.version(organizationId);
    const known = this.cache.find(organizationId, version);
    return known?.version === version ? known : this.load(organizationId);
  }

  private async load(organizationId: OrganizationId): Promise<PermissionGraph> {
    const { version, settings, groups } = await this.groups.graph(organizationId);
    const system = groups.filter(({ isSystem }) => isSystem).map(({ name, id }) => [name, id]);
    const ids = Object.fromEntries(system) as SystemGroupIds;
    const { waitingPeriodThreshold } = settingsOf(settings);
    const now = () => this.clock.now().getTime();
    const graph = new PermissionGraph(organizationId, version, groups, ids, waitingPeriodThreshold, now);
    // What a transaction reads may be its own and never come true; only what is committed may be remembered.
    return this.transactions.open ? graph : this.cache.keep(graph);
  }
}
