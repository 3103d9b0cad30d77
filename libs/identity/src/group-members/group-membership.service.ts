import type { UserGroupId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { UserIsUnknown } from '../errors';
import { UserGroupIsDeactivated, UserGroupIsUnknown } from '../permissions/user-group.errors';
import type { PermissionGraph } from '../permissions/permission-graph';
import type { GroupNode } from '../records/user-group';
import { directSystemGroups } from '../roles/system-groups';
import type { User } from '../records/user';
import { assertNotGuest } from '../permissions/access';
import { Permissions } from '../permissions/permissions.service';
import { Users } from '../users/users.service';

/** Members and subgroups of active groups. All users except guests may read them (docs/protocol/groups.md). */
@Injectable()
export class GroupMembership {
  constructor(
    private readonly permissions: Permissions,
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  /**
   * Ids of the active users in the group, ascending. Includes members of subgroups unless `directly`.
   * @throws MustNotBeGuest, UserGroupIsUnknown, UserGroupIsDeactivated
   */
  async members(actor: Actor, groupId: UserGroupId, directly: boolean): Promise<UserId[]> {
    const { graph, group } = await this.read(actor, groupId);
    const inside = directly ? [group] : graph.closureOf(groupId);
    if (!inside.some(({ isSystem }) => isSystem)) {
      const ids = new Set(inside.flatMap(({ members }) => members));
      return [...ids].filter((id) => !graph.isDeactivated(id)).sort((one, other) => one - other);
    }
    const everybody = await this.users.list(actor.organizationId, null);
    return everybody.filter((user) => this.isIn(graph, group, user, directly)).map(({ id }) => id);
  }

  /** @throws MustNotBeGuest, UserGroupIsUnknown, UserGroupIsDeactivated, UserIsUnknown */
  async isMember(actor: Actor, groupId: UserGroupId, userId: number, directly: boolean): Promise<boolean> {
    const { graph, group } = await this.read(actor, groupId);
    const user = await this.users.get(actor.organizationId, userId);
    if (user.isSystemBot) throw new UserIsUnknown();
    return this.isIn(graph, group, user, directly);
  }

  /**
   * Ids of the subgroups, ascending. Includes subgroups of subgroups unless `directly`.
   * @throws MustNotBeGuest, UserGroupIsUnknown, UserGroupIsDeactivated
   */
  async subgroups(actor: Actor, groupId: UserGroupId, directly: boolean): Promise<UserGroupId[]> {
    const { graph, group } = await this.read(actor, groupId);
    if (directly) return [...group.subgroups];
    const inside = graph.everythingIn(groupId).map(({ id }) => id);
    return inside.filter((id) => id !== groupId).sort((one, other) => one - other);
  }

  private async read(actor: Actor, groupId: UserGroupId): Promise<{ graph: PermissionGraph; group: GroupNode }> {
    assertNotGuest(actor);
    const graph = await this.permissions.cached(actor);
    const group = graph.group(groupId);
    if (!group) throw new UserGroupIsUnknown(groupId);
    if (group.isDeactivated) throw new UserGroupIsDeactivated();
    return { graph, group };
  }

  private isIn(graph: PermissionGraph, group: GroupNode, user: User, directly: boolean): boolean {
    if (!user.isActive) return false;
    if (!directly) return graph.isMember({ ...user, userId: user.id }, group.id);
    if (!group.isSystem) return group.members.includes(user.id);
    const names: readonly string[] = directSystemGroups(user, graph.waitingPeriodDays, this.clock.now().getTime());
    return names.includes(group.name);
  }
}
