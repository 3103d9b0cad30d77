import { Clock, OrganizationId } from '@app/kernel';
import { Actor, OpenTransaction, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { settingsOf } from '../records/organization';
import type { GroupNode } from '../records/user-group';
import { PermissionGraph } from './permission-graph';
import type { SystemGroupIds } from '../roles/system-groups';
import { OrganizationRepository } from '../records/organization.repository';
import { UserGroupRepository } from '../records/user-group.repository';
import { VersionedCache } from '../versioned-cache';

/** The permission graph of each organization, cached in memory by version. */
@Injectable()
export class Permissions {
  private readonly cache = new VersionedCache<PermissionGraph>();
  private readonly own = new WeakMap<OpenTransaction, PermissionGraph>();

  constructor(
    private readonly groups: UserGroupRepository,
    private readonly organizations: OrganizationRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The graph at the actor's permission version or a later one. Runs no query if nothing changed. */
  async cached({
    organizationId,
    permissionVersion,
  }: Pick<Actor, 'organizationId' | 'permissionVersion'>): Promise<PermissionGraph> {
    if (this.transactions.open) return this.cache.find(organizationId, permissionVersion) ?? this.load(organizationId);
    return this.cache.obtain(organizationId, permissionVersion, (earlier) => this.read(organizationId, earlier));
  }

  /**
   * The graph as the open transaction or snapshot reads it. Used by parts of `/register`, whose decisions must match
   * the state that they show, and by decisions under the organization's lock. Runs one small query if nothing changed.
   */
  async current(organizationId: OrganizationId): Promise<PermissionGraph> {
    const version = await this.organizations.version(organizationId);
    const { open } = this.transactions;
    const own = open && this.own.get(open);
    if (own?.id === organizationId && own.version === version) return own;
    const known = this.cache.find(organizationId, version);
    return known?.version === version ? known : this.load(organizationId);
  }

  /**
   * Raises the permission version because groups were changed or added. Runs under the organization's lock, in the
   * transaction of the change. The new graph is computed, not read again.
   * @param before the graph as the transaction has read it
   */
  async change(before: PermissionGraph, ...groups: readonly GroupNode[]): Promise<PermissionGraph> {
    const after = this.changed(before, ...groups);
    await this.keep(after, groups);
    return after;
  }

  /** The graph that `change` will produce, before any write, for reads that must come first. Call `keep` afterwards. */
  changed(before: PermissionGraph, ...groups: readonly GroupNode[]): PermissionGraph {
    return before.with(groups, { version: before.version + 1 });
  }

  /** Stores the graph that `changed` has produced. */
  async keep(after: PermissionGraph, groups: readonly GroupNode[]): Promise<void> {
    await this.groups.raiseVersion(
      after.id,
      groups.map(({ id }) => id),
    );
    const open = this.transactions.required;
    this.own.set(open, after);
    open.afterCommit.push(() => void this.cache.keep(after));
  }

  private async load(organizationId: OrganizationId): Promise<PermissionGraph> {
    const graph = await this.read(organizationId, this.cache.find(organizationId, 0));
    const { open } = this.transactions;
    if (!open) return this.cache.keep(graph);
    // A transaction may read its own writes and then roll back. So the shared cache contains only committed graphs.
    this.own.set(open, graph);
    return graph;
  }

  /** Reads the changes since the cached version, or everything. */
  private async read(organizationId: OrganizationId, known: PermissionGraph | undefined): Promise<PermissionGraph> {
    const since = known?.version ?? -1;
    const { version, settings, groups, closedAccounts } = await this.groups.graph(organizationId, since);
    // The snapshot is older than the cached graph, so everything is read.
    if (version < since) return this.read(organizationId, undefined);
    const facts = {
      version,
      waitingPeriodDays: settingsOf(settings).waitingPeriodThreshold,
      closedAccounts: new Set(closedAccounts),
    };
    if (known) return known.with(groups, facts);
    const system = groups.filter(({ isSystem }) => isSystem).map(({ name, id }) => [name, id]);
    const now = () => this.clock.now().getTime();
    const ids = Object.fromEntries(system) as SystemGroupIds;
    const { waitingPeriodDays } = facts;
    return new PermissionGraph(organizationId, version, groups, ids, waitingPeriodDays, now, facts.closedAccounts);
  }
}
