import { GroupWouldContainItself, UserGroupIsDeactivated, UserGroupIsUnknown } from '../permissions/user-group.errors';
import type { GroupNode } from '../records/user-group';

/** The part of `PermissionGraph` that these checks need. */
interface KnownGroups {
  group(id: number): GroupNode | undefined;
  everythingIn(id: number): readonly GroupNode[];
}

/**
 * Asserts that the groups can be subgroups: they exist and are active.
 * @throws UserGroupIsUnknown, UserGroupIsDeactivated
 */
export function assertMayBeSubgroups(ids: readonly number[], groups: KnownGroups): void {
  for (const id of ids) {
    const group = groups.group(id);
    if (!group) throw new UserGroupIsUnknown(id);
    if (group.isDeactivated) throw new UserGroupIsDeactivated();
  }
}

/**
 * Asserts that the subgroups would create no cycle. Deactivated groups count, because they can be reactivated.
 * @throws GroupWouldContainItself
 */
export function assertNoCircle(groupId: number, subgroupIds: readonly number[], groups: KnownGroups): void {
  for (const id of subgroupIds) {
    if (groups.everythingIn(id).some((inner) => inner.id === groupId)) throw new GroupWouldContainItself(id);
  }
}
