import type { OrganizationId } from '@app/kernel';
import { Actor, Transactions, WrittenJson, WrittenList } from '@app/platform';
import { Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { PermissionGraph } from '../permissions/permission-graph';
import { GroupContentsRepository } from '../records/group-contents.repository';
import { assertNotGuest } from '../permissions/access';
import { Permissions } from '../permissions/permissions.service';
import type { UserGroup } from '../records/user-group';
import { SystemGroupMembers } from './system-group-members.service';
import { UserGroupObject, userGroupObjects } from './user-group-object.client-events';
import { UserGroups } from './user-groups.service';

/** All user groups as clients receive them, for the snapshot and for the list. */
@Injectable()
export class UserGroupsSnapshot implements OnModuleInit, SnapshotPart {
  readonly types = ['realm_user_groups'];

  constructor(
    private readonly registry: Registry,
    private readonly groups: UserGroups,
    private readonly contents: GroupContentsRepository,
    private readonly systemMembers: SystemGroupMembers,
    private readonly permissions: Permissions,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    const graph = await this.permissions.current(actor.organizationId);
    const withDeactivated = options.capabilities.include_deactivated_groups;
    return { realm_user_groups: await this.written(actor.organizationId, graph, withDeactivated) };
  }

  /** As `objects`. The long lists of members are shared. */
  private async written(
    organizationId: OrganizationId,
    graph: PermissionGraph,
    withDeactivated: boolean,
  ): Promise<WrittenJson> {
    const members = await this.systemMembers.lists(organizationId, graph.waitingPeriodDays);
    const objects = userGroupObjects(await this.listed(organizationId, graph, withDeactivated), graph, []);
    const list = new WrittenList();
    for (const object of objects) {
      const shared = object.is_system_group ? members.get(object.name) : undefined;
      const { members: _, ...others } = object;
      if (shared) list.add(`${JSON.stringify(others).slice(0, -1)},"members":`, shared, '}');
      else list.add(JSON.stringify(object));
    }
    return list.json;
  }

  /** The system groups without members, because settings refer to them. */
  async readForSpectator({ organizationId }: SpectatorViewer): Promise<Record<string, unknown>> {
    const graph = await this.permissions.current(organizationId);
    const groups = (await this.groups.all(organizationId, graph)).filter(({ isSystem }) => isSystem);
    return { realm_user_groups: userGroupObjects(groups, graph, []) };
  }

  /**
   * Ascending by id.
   * @throws MustNotBeGuest
   */
  list(actor: Actor, withDeactivated: boolean): Promise<UserGroupObject[]> {
    assertNotGuest(actor);
    const read = async () =>
      this.objects(actor.organizationId, await this.permissions.current(actor.organizationId), withDeactivated);
    // Groups and graph belong to one moment, because each refers to the other.
    return this.transactions.run([], read, { repeatableRead: true });
  }

  /** Runs three statements, whatever the number of groups and members. */
  private async objects(
    organizationId: OrganizationId,
    graph: PermissionGraph,
    withDeactivated: boolean,
  ): Promise<UserGroupObject[]> {
    const groups = await this.listed(organizationId, graph, withDeactivated);
    return userGroupObjects(groups, graph, await this.contents.roles(organizationId, graph.waitingPeriodDays));
  }

  private async listed(
    organizationId: OrganizationId,
    graph: PermissionGraph,
    withDeactivated: boolean,
  ): Promise<UserGroup[]> {
    const groups = await this.groups.all(organizationId, graph);
    return groups.filter(({ isDeactivated }) => withDeactivated || !isDeactivated);
  }
}
