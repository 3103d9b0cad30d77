import type { OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserGroupIsUnknown } from '../permissions/user-group.errors';
import type { PermissionGraph } from '../permissions/permission-graph';
import type { SystemGroupIds } from '../roles/system-groups';
import { groupPermissions, UserGroup } from '../records/user-group';
import { UserGroupRepository, UserGroupRow } from '../records/user-group.repository';
import { GroupAccess, GovernedGroup } from './group-access';
import { ManagedGroups } from './managed-groups.port';
import { Organizations } from '../organizations/organizations.service';
import { Permissions } from '../permissions/permissions.service';
import { Users } from '../users/users.service';

/** The fields of a user group that a mention needs. */
export interface MentionedGroup extends GovernedGroup {
  name: string;
  /** The visible text: the name, or the description of a system group. */
  displayName: string;
  isActive: boolean;
}

/** A group as read under the organization's lock, with the actor's permissions on groups at that moment. */
export interface OpenGroup {
  readonly group: UserGroup;
  readonly access: GroupAccess;
  readonly graph: PermissionGraph;
  /** The name of the directory that decides about the name and the members; `null`: people decide. */
  readonly manager: string | null;
}

/** The user groups of an organization, including system groups. */
@Injectable()
export class UserGroups {
  constructor(
    private readonly rows: UserGroupRepository,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly users: Users,
    private readonly managed: ManagedGroups,
  ) {}

  /** Ascending by id, deactivated ones included. */
  async all(organizationId: OrganizationId, { systemGroups }: PermissionGraph): Promise<UserGroup[]> {
    return (await this.rows.list(organizationId)).map((row) => withSettings(row, systemGroups));
  }

  /** @throws UserGroupIsUnknown */
  async get(organizationId: OrganizationId, id: number, { systemGroups }: PermissionGraph): Promise<UserGroup> {
    const row = await this.rows.find(organizationId, id);
    if (!row) throw new UserGroupIsUnknown(id);
    return withSettings(row, systemGroups);
  }

  /**
   * Reads a group for a change, under the organization's lock, together with the actor's current role.
   * @throws UserGroupIsUnknown
   */
  async open(actor: Actor, groupId: number): Promise<OpenGroup> {
    const access = await this.accessOf(actor);
    const group = await this.get(actor.organizationId, groupId, access.graph);
    const manager = await this.managed.managerOf(actor.organizationId, group.id);
    return { group, access, graph: access.graph, manager };
  }

  /** The actor's current permissions on groups, read under the organization's lock. */
  async accessOf({ organizationId, userId }: Actor): Promise<GroupAccess> {
    const { id, role, joinedAt } = await this.users.get(organizationId, userId);
    const graph = await this.permissions.current(organizationId);
    return new GroupAccess({ userId: id, role, joinedAt }, graph, await this.organizations.current(organizationId));
  }

  /** The groups that mentions name, ignoring case, including deactivated ones. */
  async findMentioned(organizationId: OrganizationId, names: readonly string[]): Promise<MentionedGroup[]> {
    if (names.length === 0) return [];
    const rows = await this.rows.findByNames(organizationId, names);
    if (rows.length === 0) return [];
    const { systemGroups } = await this.organizations.current(organizationId);
    return rows.map((row) => {
      const { id, name, description, isSystem, isDeactivated, permissions } = withSettings(row, systemGroups);
      return { id, name, displayName: isSystem ? description : name, isActive: !isDeactivated, isSystem, permissions };
    });
  }
}

const withSettings = (row: UserGroupRow, systemGroups: SystemGroupIds): UserGroup => ({
  ...row,
  permissions: groupPermissions(row.permissions, row.isSystem, systemGroups),
});
