import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import type { PermissionGraph } from '../permissions/permission-graph';
import { Permissions } from '../permissions/permissions.service';
import { GroupContentsRepository } from '../records/group-contents.repository';
import type { UserGroup } from '../records/user-group';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';
import type { ChangedContents } from './group-contents';

/** A group as read under the organization's lock, and what becomes of its contents. */
export interface GroupContentChange {
  readonly organizationId: OrganizationId;
  /** `null`: a company directory. */
  readonly actorId: UserId | null;
  readonly group: UserGroup;
  readonly before: PermissionGraph;
  readonly members: ChangedContents<UserId>;
  readonly subgroups: ChangedContents<UserGroupId>;
}

/** Stores changed contents of groups, and tells clients and the audit log. Permissions are checked before. */
@Injectable()
export class GroupContentChanges {
  constructor(
    private readonly rows: GroupContentsRepository,
    private readonly permissions: Permissions,
    private readonly clients: UserGroupClientEvents,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
  ) {}

  /** The caller's transaction holds the organization's lock. */
  @Raises('GroupMembersChanged', 'PermissionsChanged')
  async apply(change: GroupContentChange): Promise<void> {
    const { organizationId, actorId, group, before, members, subgroups } = change;
    const node = { ...before.group(group.id)!, members: members.ids, subgroups: subgroups.ids };
    const after = this.permissions.changed(before, node);
    this.record(change);
    this.tell(change);
    // Reads the consequences before the first write. After the first write, newer client events wait for this
    // transaction.
    const people = { added: members.added, removed: members.removed };
    if (people.added.length + people.removed.length > 0)
      await this.events.raise('GroupMembersChanged', { organizationId, groupId: group.id, actorId, ...people });
    await this.events.raise('PermissionsChanged', { organizationId, before, after });
    await this.store(change);
    await this.permissions.keep(after, [node]);
  }

  private async store({ group: { id }, members, subgroups }: GroupContentChange): Promise<void> {
    await this.rows.addMembers(id, members.added);
    await this.rows.removeMembers(id, members.removed);
    await this.rows.addSubgroups(id, subgroups.added);
    await this.rows.removeSubgroups(id, subgroups.removed);
  }

  private record({ organizationId, group: { id }, members, subgroups }: GroupContentChange): void {
    const facts = (one: readonly number[], other: readonly number[]) => ({
      ...(one.length > 0 && { member_ids: one }),
      ...(other.length > 0 && { subgroup_ids: other }),
    });
    const object = { type: 'user_group' as const, id };
    const added = facts(members.added, subgroups.added);
    const removed = facts(members.removed, subgroups.removed);
    if (Object.keys(added).length > 0) {
      this.audit.record({ organizationId, action: 'added_to_group', object, after: added });
    }
    if (Object.keys(removed).length > 0) {
      this.audit.record({ organizationId, action: 'removed_from_group', object, before: removed });
    }
  }

  private tell({ organizationId, group, members, subgroups }: GroupContentChange): void {
    this.clients.tellContents(organizationId, group, 'add_members', members.added);
    this.clients.tellContents(organizationId, group, 'remove_members', members.removed);
    this.clients.tellContents(organizationId, group, 'add_subgroups', subgroups.added);
    this.clients.tellContents(organizationId, group, 'remove_subgroups', subgroups.removed);
  }
}
