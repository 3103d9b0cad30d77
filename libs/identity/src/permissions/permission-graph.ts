import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { FullMemberFields, isFullMember } from '../roles/full-member';
import { GroupContainment, GroupSet } from './group-containment';
import type { GroupNode } from '../records/user-group';
import type { GroupSetting } from '../roles/group-setting';
import { ROLE } from '../roles/role';
import { directGroupsOfRole, SystemGroupIds, SystemGroupName } from '../roles/system-groups';

/**
 * The user whose permission is checked. `Actor` and `UserSummary` (as `{userId: id, role, joinedAt}`) have the fields.
 */
export interface Subject extends FullMemberFields {
  readonly userId: UserId;
}

/** Values that may change in addition to the groups; absent ones stay as they are. */
interface LaterFacts {
  version: number;
  waitingPeriodDays?: number;
  closedAccounts?: ReadonlySet<number>;
}

/** The limit of cached answers. Beyond it the cache is emptied. */
const MAX_REMEMBERED = 50_000;

/**
 * The permissions of one organization, at one version. Groups contain each other transitively. A deactivated group
 * grants nothing, neither itself nor through groups that contain it.
 * The groups of a user are computed at the first question, one bit each. After that a decision is two lookups, whatever
 * the number and depth of groups.
 */
export class PermissionGraph {
  private readonly containment: GroupContainment;
  private readonly ofUser = new Map<number, GroupSet>();
  private readonly ofRole = new Map<number, GroupSet>();
  private readonly closures = new Map<number, readonly GroupNode[]>();

  constructor(
    readonly id: OrganizationId,
    /** The `Actor.permissionVersion` to which this graph belongs. */
    readonly version: number,
    groups: readonly GroupNode[] | GroupContainment,
    readonly systemGroups: SystemGroupIds,
    readonly waitingPeriodDays: number,
    /** UNIX milliseconds. */
    private readonly now: () => number,
    private readonly closedAccounts: ReadonlySet<number> = new Set(),
  ) {
    this.containment = groups instanceof GroupContainment ? groups : new GroupContainment(groups);
  }

  /** The id of a system group, such as `role:everyone`. */
  groupId(name: SystemGroupName): UserGroupId {
    return this.systemGroups[name];
  }

  /** The group of that id, deactivated ones included. */
  group(id: number): GroupNode | undefined {
    return this.containment.node(id);
  }

  /** Whether the account is closed. Settings and groups that contain it then do not show it. */
  isDeactivated(userId: number): boolean {
    return this.closedAccounts.has(userId);
  }

  /** Whether a setting grants its permission to the user. The caller applies further rules about guests and roles. */
  holds(subject: Subject, setting: GroupSetting): boolean {
    if (typeof setting === 'number') return this.isMember(subject, setting);
    if (setting.direct_members.includes(subject.userId)) return true;
    for (const id of setting.direct_subgroups) if (this.isMember(subject, id)) return true;
    return false;
  }

  /** Whether the user is in a group, directly or through subgroups. */
  isMember(subject: Subject, groupId: number): boolean {
    const place = this.containment.placeOf(groupId);
    if (place === undefined) return false;
    return this.groupsOfRole(subject).has(place) || this.groupsOfUser(subject.userId).has(place);
  }

  /**
   * The group and all groups in it, without deactivated groups and groups reached only through them. Cycles are
   * allowed.
   */
  closureOf(groupId: number): readonly GroupNode[] {
    const known = this.closures.get(groupId);
    if (known) return known;
    const closure = this.containment.inside(groupId, ({ isDeactivated }) => !isDeactivated);
    if (this.group(groupId)) this.closures.set(groupId, closure);
    return closure;
  }

  /** The group and all groups in it, including deactivated ones. For rules that must also hold after a reactivation. */
  everythingIn(groupId: number): readonly GroupNode[] {
    return this.containment.inside(groupId, () => true);
  }

  /** The same organization at a later version, with changed and new groups. */
  with(changed: readonly GroupNode[], { version, waitingPeriodDays, closedAccounts }: LaterFacts): PermissionGraph {
    return new PermissionGraph(
      this.id,
      version,
      changed.length === 0 ? this.containment : this.containment.with(changed),
      this.systemGroups,
      waitingPeriodDays ?? this.waitingPeriodDays,
      this.now,
      closedAccounts ?? this.closedAccounts,
    );
  }

  /** The same groups at another moment (UNIX milliseconds), or with another waiting period. */
  asOf(moment: number, days = this.waitingPeriodDays): PermissionGraph {
    const { id, version, containment, systemGroups, closedAccounts } = this;
    return new PermissionGraph(id, version, containment, systemGroups, days, () => moment, closedAccounts);
  }

  private groupsOfUser(userId: UserId): GroupSet {
    const known = this.ofUser.get(userId);
    if (known) return known;
    if (this.ofUser.size >= MAX_REMEMBERED) this.ofUser.clear();
    const groups = this.containment.around(this.containment.directGroupsOf(userId));
    this.ofUser.set(userId, groups);
    return groups;
  }

  /**
   * Users of the same role are in the same system groups and in the groups that contain them. Only full and new members
   * differ.
   */
  private groupsOfRole(account: FullMemberFields): GroupSet {
    const isNew = account.role === ROLE.member && !isFullMember(account, this.waitingPeriodDays, this.now());
    const key = isNew ? -account.role : account.role;
    const known = this.ofRole.get(key);
    if (known) return known;
    const direct = directGroupsOfRole(account.role, !isNew).map((name) => this.containment.placeOf(this.groupId(name)));
    const groups = this.containment.around(direct.filter((place) => place !== undefined));
    this.ofRole.set(key, groups);
    return groups;
  }
}
