import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { isFullMember, Standing } from '../roles/full-member';
import { GroupContainment, GroupSet } from './group-containment';
import type { GroupNode } from '../records/user-group';
import type { GroupSetting } from '../roles/group-setting';
import { ROLE } from '../roles/role';
import { directGroupsOfRole, SystemGroupIds, SystemGroupName } from '../roles/system-groups';

/** Of whom a permission is asked. `Actor` and `UserSummary` (as `{userId: id, role, joinedAt}`) have the fields. */
export interface Subject extends Standing {
  readonly userId: UserId;
}

/** What may be different beside the groups; absent: as before. */
interface LaterFacts {
  version: number;
  waitingPeriodDays?: number;
  closedAccounts?: ReadonlySet<number>;
}

/** Remembered answers; beyond that all are worked out anew. */
const MOST_REMEMBERED = 50_000;

/**
 * Who holds what in one organization, at one version of its permissions. Groups contain each other transitively; a
 * deactivated group gives nobody anything, neither itself nor through groups that contain it.
 *
 * What a decision needs is worked out when it is first asked for: a user's groups, one bit each. After that a decision
 * is two look-ups, however many groups there are and however deep.
 */
export class PermissionGraph {
  private readonly containment: GroupContainment;
  private readonly ofUser = new Map<number, GroupSet>();
  private readonly ofRole = new Map<number, GroupSet>();
  private readonly closures = new Map<number, readonly GroupNode[]>();

  constructor(
    readonly id: OrganizationId,
    /** `Actor.permissionVersion` that this graph belongs to. */
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

  /** Whether that account is closed: named in a setting or a member of a group, it is not shown there. */
  isDeactivated(userId: number): boolean {
    return this.closedAccounts.has(userId);
  }

  /** Whether a setting gives its permission to somebody. Rules about guests and roles beside it are the caller's. */
  holds(subject: Subject, setting: GroupSetting): boolean {
    if (typeof setting === 'number') return this.isMember(subject, setting);
    if (setting.direct_members.includes(subject.userId)) return true;
    for (const id of setting.direct_subgroups) if (this.isMember(subject, id)) return true;
    return false;
  }

  /** Whether somebody is in a group, directly or through groups in it. */
  isMember(subject: Subject, groupId: number): boolean {
    const place = this.containment.placeOf(groupId);
    if (place === undefined) return false;
    return this.groupsOfRole(subject).has(place) || this.groupsOfUser(subject.userId).has(place);
  }

  /** The group and everything in it, deactivated groups and what only they contain left out; cycles do no harm. */
  closureOf(groupId: number): readonly GroupNode[] {
    const known = this.closures.get(groupId);
    if (known) return known;
    const closure = this.containment.inside(groupId, ({ isDeactivated }) => !isDeactivated);
    if (this.group(groupId)) this.closures.set(groupId, closure);
    return closure;
  }

  /** The group and everything in it, deactivated or not: for what must hold after a reactivation, too. */
  everythingIn(groupId: number): readonly GroupNode[] {
    return this.containment.inside(groupId, () => true);
  }

  /** The same organization at a later version: some of its groups are something else, or new. */
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
    if (this.ofUser.size >= MOST_REMEMBERED) this.ofUser.clear();
    const groups = this.containment.around(this.containment.directGroupsOf(userId));
    this.ofUser.set(userId, groups);
    return groups;
  }

  /** Everybody of a role is in the same system groups, and in what contains those; full members differ from new ones. */
  private groupsOfRole(standing: Standing): GroupSet {
    const isNew = standing.role === ROLE.member && !isFullMember(standing, this.waitingPeriodDays, this.now());
    const key = isNew ? -standing.role : standing.role;
    const known = this.ofRole.get(key);
    if (known) return known;
    const direct = directGroupsOfRole(standing.role, !isNew).map((name) =>
      this.containment.placeOf(this.groupId(name)),
    );
    const groups = this.containment.around(direct.filter((place) => place !== undefined));
    this.ofRole.set(key, groups);
    return groups;
  }
}
