import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import type { GroupSetting } from './group-setting';
import type { Standing } from './full-member';
import { isDirectlyIn, isSystemGroupName, SystemGroupIds, SystemGroupName } from './system-groups';

/** Of whom a permission is asked. `Actor` and `UserSummary` (as `{userId: id, role, joinedAt}`) have the fields. */
export interface Subject extends Standing {
  readonly userId: UserId;
}

/** A user group with what is directly in it; a system group's members follow from the roles and are not listed. */
export interface GroupNode {
  readonly id: UserGroupId;
  readonly name: string;
  readonly isSystem: boolean;
  readonly isDeactivated: boolean;
  readonly members: readonly UserId[];
  readonly subgroups: readonly UserGroupId[];
}

/**
 * Who holds what in one organization, at one version of its permissions. Groups contain each other transitively; a
 * deactivated group gives nobody anything, neither itself nor through groups that contain it.
 */
export class PermissionGraph {
  private readonly groups: ReadonlyMap<number, GroupNode>;
  private readonly members = new Map<number, ReadonlySet<number>>();
  private readonly closures = new Map<number, readonly GroupNode[]>();

  constructor(
    readonly id: OrganizationId,
    /** `Actor.permissionVersion` that this graph belongs to. */
    readonly version: number,
    groups: readonly GroupNode[],
    private readonly systemGroups: SystemGroupIds,
    private readonly waitingPeriodDays: number,
    /** UNIX milliseconds. */
    private readonly now: () => number,
  ) {
    this.groups = new Map(groups.map((group) => [group.id, group]));
    for (const { id, members } of groups) this.members.set(id, new Set(members));
  }

  /** The id of a system group, such as `role:everyone`. */
  groupId(name: SystemGroupName): UserGroupId {
    return this.systemGroups[name];
  }

  /** The group of that id, deactivated ones included. */
  group(id: number): GroupNode | undefined {
    return this.groups.get(id);
  }

  /** Whether a setting gives its permission to somebody. Rules about guests and roles beside it are the caller's. */
  holds(subject: Subject, setting: GroupSetting): boolean {
    if (typeof setting === 'number') return this.isMember(subject, setting);
    if (setting.direct_members.includes(subject.userId)) return true;
    return setting.direct_subgroups.some((id) => this.isMember(subject, id));
  }

  /** Whether somebody is in a group, directly or through groups in it. */
  isMember(subject: Subject, groupId: number): boolean {
    return this.closureOf(groupId).some((group) => this.isDirectMember(subject, group));
  }

  /** The group and everything in it, deactivated groups and what only they contain left out; cycles do no harm. */
  closureOf(groupId: number): readonly GroupNode[] {
    const known = this.closures.get(groupId);
    if (known) return known;
    const found = new Set<GroupNode>();
    const open: number[] = [groupId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const group = this.groups.get(id);
      if (!group || group.isDeactivated || found.has(group)) continue;
      found.add(group);
      open.push(...group.subgroups);
    }
    const closure = [...found];
    if (this.groups.has(groupId)) this.closures.set(groupId, closure);
    return closure;
  }

  private isDirectMember(subject: Subject, group: GroupNode): boolean {
    if (!group.isSystem) return this.members.get(group.id)!.has(subject.userId);
    return isSystemGroupName(group.name) && isDirectlyIn(group.name, subject, this.waitingPeriodDays, this.now());
  }
}
