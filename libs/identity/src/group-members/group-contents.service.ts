import type { UserGroupId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NothingIsToBeChanged } from '../errors';
import {
  GroupIsNotSubgroup,
  GroupIsSubgroupAlready,
  UserGroupIsManaged,
  UserGroupIsNotYours,
  UserIsInGroupAlready,
  UserIsNotInGroup,
} from '../permissions/user-group.errors';
import { ChangedContents, changedContents } from './group-contents';
import type { PermissionGraph } from '../permissions/permission-graph';
import { assertMayBeSubgroups, assertNoCircle } from './subgroups';
import type { UserGroup } from '../records/user-group';
import { GroupCandidates } from './group-candidates.service';
import { GroupContentChanges } from './group-content-changes.service';
import type { GroupAccess } from '../user-groups/group-access';
import { UserGroups } from '../user-groups/user-groups.service';

/** Members and subgroups to add to a group and to remove from it. Each list may be empty. */
export interface ContentsChange {
  add: readonly number[];
  remove: readonly number[];
  addSubgroups: readonly number[];
  removeSubgroups: readonly number[];
}

interface Changed {
  members: ChangedContents<UserId>;
  subgroups: ChangedContents<UserGroupId>;
}

const ABOUT_MEMBERS = {
  isThereAlready: (id: number) => new UserIsInGroupAlready(id),
  isNotThere: (id: number) => new UserIsNotInGroup(id),
};
const ABOUT_SUBGROUPS = {
  isThereAlready: (id: number) => new GroupIsSubgroupAlready(id),
  isNotThere: (id: number) => new GroupIsNotSubgroup(id),
};

/** Changes members and subgroups of groups, deactivated ones included (docs/protocol/groups.md). */
@Injectable()
export class GroupContents {
  constructor(
    private readonly groups: UserGroups,
    private readonly candidates: GroupCandidates,
    private readonly changes: GroupContentChanges,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies all changes or none.
   * @throws NothingIsToBeChanged, UserGroupIsUnknown, UserGroupIsNotYours, UserGroupIsManaged, GroupMemberIsInvalid, UserIsInGroupAlready,
   * UserIsNotInGroup, UserGroupIsDeactivated, GroupIsSubgroupAlready, GroupIsNotSubgroup, GroupWouldContainItself
   */
  async change(actor: Actor, groupId: UserGroupId, change: ContentsChange): Promise<void> {
    if (Object.values(change).every((ids: readonly number[]) => ids.length === 0)) throw new NothingIsToBeChanged();
    const { organizationId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const { group, access, graph: before, manager } = await this.groups.open(actor, groupId);
      if (!mayChange(access, group, change)) throw new UserGroupIsNotYours();
      if (manager !== null) throw new UserGroupIsManaged(manager);
      const changed = await this.changed(actor, before, group, change);
      await this.changes.apply({ organizationId, actorId: actor.userId, group, before, ...changed });
    });
  }

  private async changed(
    { organizationId }: Actor,
    graph: PermissionGraph,
    { id }: UserGroup,
    { add, remove, addSubgroups, removeSubgroups }: ContentsChange,
  ): Promise<Changed> {
    const { members, subgroups } = graph.group(id)!;
    await this.candidates.of(organizationId, [...add, ...remove]);
    const people = changedContents(members, add as UserId[], remove as UserId[], ABOUT_MEMBERS);
    assertMayBeSubgroups(addSubgroups, graph);
    const groups = changedContents(
      subgroups,
      addSubgroups as UserGroupId[],
      removeSubgroups as UserGroupId[],
      ABOUT_SUBGROUPS,
    );
    assertNoCircle(id, addSubgroups, graph);
    return { members: people, subgroups: groups };
  }
}

/** Each part of the request needs its own permission. A user who only joins or leaves needs another one. */
function mayChange(access: GroupAccess, group: UserGroup, change: ContentsChange): boolean {
  const isSelf = (ids: readonly number[]) => ids.every((id) => id === access.subject.userId);
  const { add, remove, addSubgroups, removeSubgroups } = change;
  if (add.length > 0 && !(isSelf(add) ? access.joins(group) : access.addsMembers(group))) return false;
  if (remove.length > 0 && !(isSelf(remove) ? access.leaves(group) : access.removesMembers(group))) return false;
  if (addSubgroups.length > 0 && !access.addsMembers(group)) return false;
  return removeSubgroups.length === 0 || access.managesGroup(group);
}
