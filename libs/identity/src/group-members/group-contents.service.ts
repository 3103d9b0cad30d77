import type { UserGroupId, UserId } from '@app/kernel';
import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NothingIsToBeChanged } from '../errors';
import {
  GroupIsNotSubgroup,
  GroupIsSubgroupAlready,
  UserGroupIsNotYours,
  UserIsInGroupAlready,
  UserIsNotInGroup,
} from '../permissions/user-group.errors';
import { ChangedContents, changedContents } from './group-contents';
import type { PermissionGraph } from '../permissions/permission-graph';
import { assertMayBeSubgroups, assertNoCircle } from './subgroups';
import type { UserGroup } from '../records/user-group';
import { GroupContentsRepository } from '../records/group-contents.repository';
import { Audit } from '../audit/audit.service';
import { GroupCandidates } from './group-candidates.service';
import type { GroupAccess } from '../user-groups/group-access';
import { Permissions } from '../permissions/permissions.service';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';
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
    private readonly rows: GroupContentsRepository,
    private readonly candidates: GroupCandidates,
    private readonly permissions: Permissions,
    private readonly clients: UserGroupClientEvents,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies all changes or none.
   * @throws NothingIsToBeChanged, UserGroupIsUnknown, UserGroupIsNotYours, GroupMemberIsInvalid, UserIsInGroupAlready,
   * UserIsNotInGroup, UserGroupIsDeactivated, GroupIsSubgroupAlready, GroupIsNotSubgroup, GroupWouldContainItself
   */
  @Raises('GroupMembersChanged', 'PermissionsChanged')
  async change(actor: Actor, groupId: UserGroupId, change: ContentsChange): Promise<void> {
    if (Object.values(change).every((ids: readonly number[]) => ids.length === 0)) throw new NothingIsToBeChanged();
    const { organizationId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const { group, access, graph: before } = await this.groups.open(actor, groupId);
      if (!mayChange(access, group, change)) throw new UserGroupIsNotYours();
      const changed = await this.changed(actor, before, group, change);
      const { members, subgroups } = changed;
      const node = { ...before.group(group.id)!, members: members.ids, subgroups: subgroups.ids };
      const after = this.permissions.changed(before, node);
      this.record(actor, group, changed);
      this.tell(actor, group, changed);
      // Reads the consequences before the first write. After the first write, newer client events wait for this
      // transaction.
      const people = { added: members.added, removed: members.removed };
      if (people.added.length + people.removed.length > 0) {
        const told = { organizationId, groupId: group.id, actorId: actor.userId, ...people };
        await this.events.raise('GroupMembersChanged', told);
      }
      await this.events.raise('PermissionsChanged', { organizationId, before, after });
      await this.store(group.id, changed);
      await this.permissions.keep(after, [node]);
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

  private async store(id: UserGroupId, { members, subgroups }: Changed): Promise<void> {
    await this.rows.addMembers(id, members.added);
    await this.rows.removeMembers(id, members.removed);
    await this.rows.addSubgroups(id, subgroups.added);
    await this.rows.removeSubgroups(id, subgroups.removed);
  }

  private record({ organizationId }: Actor, { id }: UserGroup, { members, subgroups }: Changed): void {
    const facts = (one: readonly number[], other: readonly number[]) => ({
      ...(one.length > 0 && { member_ids: one }),
      ...(other.length > 0 && { subgroup_ids: other }),
    });
    const object = { type: 'user_group', id };
    const added = facts(members.added, subgroups.added);
    const removed = facts(members.removed, subgroups.removed);
    if (Object.keys(added).length > 0) {
      this.audit.record({ organizationId, action: 'added_to_group', object, after: added });
    }
    if (Object.keys(removed).length > 0) {
      this.audit.record({ organizationId, action: 'removed_from_group', object, before: removed });
    }
  }

  private tell({ organizationId }: Actor, group: UserGroup, { members, subgroups }: Changed): void {
    this.clients.tellContents(organizationId, group, 'add_members', members.added);
    this.clients.tellContents(organizationId, group, 'remove_members', members.removed);
    this.clients.tellContents(organizationId, group, 'add_subgroups', subgroups.added);
    this.clients.tellContents(organizationId, group, 'remove_subgroups', subgroups.removed);
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
