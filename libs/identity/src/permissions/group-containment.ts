import type { UserId } from '@app/kernel';
import type { GroupNode } from '../records/user-group';

/** A set of the organization's groups, one bit for each by its place. */
export class GroupSet {
  private readonly bits: Uint32Array;

  constructor(size: number) {
    this.bits = new Uint32Array(Math.ceil(size / 32));
  }

  has(place: number): boolean {
    return (this.bits[place >>> 5]! & (1 << (place & 31))) !== 0;
  }

  /** Whether the group was not in the set before. */
  add(place: number): boolean {
    if (this.has(place)) return false;
    this.bits[place >>> 5]! |= 1 << (place & 31);
    return true;
  }
}

/** Which groups contain which, in both directions. The place of a group is its index in the given list. */
export class GroupContainment {
  private readonly places = new Map<number, number>();
  /** By the place of a group: the places of the active groups that contain it directly. */
  private readonly containers: number[][];
  private readonly none: GroupSet;

  constructor(
    private readonly groups: readonly GroupNode[],
    /** By user: the places of the custom groups with the user as direct member. Computed at first use. */
    private membership: ReadonlyMap<number, readonly number[]> | null = null,
  ) {
    this.containers = groups.map(() => []);
    this.none = new GroupSet(groups.length);
    for (const [place, { id }] of groups.entries()) this.places.set(id, place);
    for (const [place, { isDeactivated, subgroups }] of groups.entries()) {
      if (isDeactivated) continue;
      for (const id of subgroups) {
        const inner = this.places.get(id);
        if (inner !== undefined) this.containers[inner]!.push(place);
      }
    }
  }

  /**
   * Replaces changed groups and appends new ones. The cost depends on the number of changed groups, not of all groups.
   */
  with(changed: readonly GroupNode[]): GroupContainment {
    const groups = [...this.groups];
    const membership = this.membership && new Map(this.membership);
    for (const group of changed) {
      const place = this.places.get(group.id) ?? groups.length;
      if (membership) move(membership, place, groups[place]?.members ?? [], group.members);
      groups[place] = group;
    }
    return new GroupContainment(groups, membership);
  }

  placeOf(id: number): number | undefined {
    return this.places.get(id);
  }

  node(id: number): GroupNode | undefined {
    const place = this.places.get(id);
    return place === undefined ? undefined : this.groups[place];
  }

  /** The places of the custom groups that have the user as a direct member. */
  directGroupsOf(userId: UserId): readonly number[] {
    this.membership ??= this.membersByUser();
    return this.membership.get(userId) ?? [];
  }

  /**
   * The groups and all groups that contain them. Deactivated groups and groups reached only through them are left out.
   */
  around(places: readonly number[]): GroupSet {
    const open = places.filter((place) => !this.groups[place]!.isDeactivated);
    if (open.length === 0) return this.none;
    const found = new GroupSet(this.groups.length);
    for (const place of open) found.add(place);
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      for (const container of this.containers[place]!) if (found.add(container)) open.push(container);
    }
    return found;
  }

  /** The group and all groups in it, as far as `counts` returns true. */
  inside(id: number, counts: (group: GroupNode) => boolean): GroupNode[] {
    const found = new Set<GroupNode>();
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const group = this.node(next);
      if (!group || found.has(group) || !counts(group)) continue;
      found.add(group);
      for (const subgroup of group.subgroups) open.push(subgroup);
    }
    return [...found];
  }

  private membersByUser(): ReadonlyMap<number, readonly number[]> {
    const byUser = new Map<number, number[]>();
    for (const [place, { isSystem, members }] of this.groups.entries()) {
      if (isSystem) continue;
      for (const userId of members) {
        const places = byUser.get(userId);
        if (places) places.push(place);
        else byUser.set(userId, [place]);
      }
    }
    return byUser;
  }
}

/** Removes the former members of a group and adds the new ones. */
function move(
  membership: Map<number, readonly number[]>,
  place: number,
  before: readonly UserId[],
  after: readonly UserId[],
): void {
  const [were, are] = [new Set(before), new Set(after)];
  const placesOf = (userId: UserId) => membership.get(userId) ?? [];
  for (const userId of were) {
    if (!are.has(userId))
      membership.set(
        userId,
        placesOf(userId).filter((one) => one !== place),
      );
  }
  for (const userId of are) if (!were.has(userId)) membership.set(userId, [...placesOf(userId), place]);
}
