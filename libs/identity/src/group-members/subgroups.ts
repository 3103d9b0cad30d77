import { GroupWouldContainItself, UserGroupIsDeactivated, UserGroupIsUnknown } from '../permissions/user-group.errors';
import type { GroupNode } from '../records/user-group';

/** What is known of groups; `PermissionGraph` has it. */
interface KnownGroups {
  group(id: number): GroupNode | undefined;
  everythingIn(id: number): readonly GroupNode[];
}

/**
 * Whether groups may be put into others: they are there, and active.
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
 * Whether groups may be put into that one without a circle; deactivated groups between them count, for they come back.
 * @throws GroupWouldContainItself
 */
export function assertNoCircle(groupId: number, subgroupIds: readonly number[], groups: KnownGroups): void {
  for (const id of subgroupIds) {
    if (groups.everythingIn(id).some((inner) => inner.id === groupId)) throw new GroupWouldContainItself(id);
  }
}
