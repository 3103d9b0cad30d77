import type { OrganizationId, UserGroupId } from '@app/kernel';
import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { GroupUses } from '../permissions/group-uses.service';
import type { PermissionGraph } from '../permissions/permission-graph';
import { Permissions } from '../permissions/permissions.service';
import { UserGroupNameIsTaken } from '../permissions/user-group.errors';
import type { UserGroup } from '../records/user-group';
import { UserGroupRepository } from '../records/user-group.repository';
import { userGroupObject } from '../user-groups/user-group-object.client-events';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';
import { UserGroups } from '../user-groups/user-groups.service';
import { userGroupName } from './user-group-name';

/** Changes user groups as a company directory describes them. `ManagedGroups` keeps people from doing so. */
@Injectable()
export class DirectoryGroups {
  constructor(
    private readonly groups: UserGroups,
    private readonly rows: UserGroupRepository,
    private readonly uses: GroupUses,
    private readonly permissions: Permissions,
    private readonly clients: UserGroupClientEvents,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /** @throws UserGroupIsUnknown, UserGroupNameIsInvalid, UserGroupNameIsTaken */
  async rename(organizationId: OrganizationId, groupId: UserGroupId, given: string): Promise<void> {
    const name = userGroupName(given);
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const { group, before } = await this.read(organizationId, groupId);
      if (name === group.name) return;
      if (await this.rows.isNameTaken(organizationId, name)) throw new UserGroupNameIsTaken(name);
      await this.permissions.change(before, { ...before.group(groupId)!, name });
      await this.rows.update({ ...group, name });
      this.record(group, { name: group.name }, { name }, organizationId);
      this.clients.tellChanged(organizationId, group, 'name', name);
    });
  }

  /** Whether the group is active afterwards: one that settings name stays so. @throws UserGroupIsUnknown */
  @Raises('PermissionsChanged')
  async setActive(organizationId: OrganizationId, groupId: UserGroupId, isActive: boolean): Promise<boolean> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const { group, before } = await this.read(organizationId, groupId);
      if (group.isDeactivated !== isActive) return isActive;
      if (!isActive && (await this.uses.of(organizationId, groupId)).length > 0) return true;
      const changed = { ...group, isDeactivated: !isActive };
      const after = await this.permissions.change(before, { ...before.group(groupId)!, isDeactivated: !isActive });
      await this.rows.update(changed);
      this.record(group, { deactivated: group.isDeactivated }, { deactivated: !isActive }, organizationId);
      this.clients.tellActivity(organizationId, userGroupObject(changed, after));
      await this.events.raise('PermissionsChanged', { organizationId, before, after });
      return isActive;
    });
  }

  private async read(
    organizationId: OrganizationId,
    id: UserGroupId,
  ): Promise<{ group: UserGroup; before: PermissionGraph }> {
    const before = await this.permissions.current(organizationId);
    return { group: await this.groups.get(organizationId, id, before), before };
  }

  private record({ id }: UserGroup, before: object, after: object, organizationId: OrganizationId): void {
    this.audit.record({
      organizationId,
      action: 'changed',
      object: { type: 'user_group', id },
      before: { ...before },
      after: { ...after },
    });
  }
}
