import type { UserGroupId } from '@app/kernel';
import { DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NothingIsToBeChanged } from '../errors';
import {
  UserGroupIsDeactivated,
  UserGroupIsInUse,
  UserGroupIsManaged,
  UserGroupIsNotYours,
  UserGroupNameIsTaken,
} from '../permissions/user-group.errors';
import type { GroupSetting } from '../roles/group-setting';
import { GroupSettingChange, shownGroupSetting } from '../permissions/group-setting-change';
import type { PermissionGraph } from '../permissions/permission-graph';
import type { UserGroupSettingName } from '../roles/setting-tables';
import type { UserGroup } from '../records/user-group';
import { userGroupName } from './user-group-name';
import { UserGroupRepository } from '../records/user-group.repository';
import { assertNotGuest } from '../permissions/access';
import { Audit } from '../audit/audit.service';
import { GroupSettings } from '../permissions/group-settings.service';
import { GroupUses } from '../permissions/group-uses.service';
import { Permissions } from '../permissions/permissions.service';
import { userGroupObject } from '../user-groups/user-group-object.client-events';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';
import { UserGroups } from '../user-groups/user-groups.service';

export interface UserGroupChange {
  name?: string;
  description?: string;
  /** `false` reactivates; `true` changes nothing. */
  deactivated?: boolean;
  permissions: Partial<Record<UserGroupSettingName, GroupSettingChange>>;
}

type ChangedSettings = Partial<Record<UserGroupSettingName, GroupSetting>>;

/** Changes the name, description, settings and deactivation of a user group (docs/protocol/groups.md). */
@Injectable()
export class UserGroupChanges {
  constructor(
    private readonly groups: UserGroups,
    private readonly rows: UserGroupRepository,
    private readonly settings: GroupSettings,
    private readonly uses: GroupUses,
    private readonly permissions: Permissions,
    private readonly clients: UserGroupClientEvents,
    private readonly audit: Audit,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies all changes or none. A value that is already set is not a change.
   * @throws MustNotBeGuest, NothingIsToBeChanged, UserGroupIsUnknown, UserGroupIsNotYours, UserGroupIsManaged,
   * UserGroupNameIsInvalid, UserGroupNameIsTaken, ExpectationMismatch, and what `GroupSettings.change` throws
   */
  @Raises('PermissionsChanged')
  async update(actor: Actor, groupId: UserGroupId, change: UserGroupChange): Promise<void> {
    assertNotGuest(actor);
    if (isEmpty(change)) throw new NothingIsToBeChanged();
    const { organizationId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const { group, access, graph: before, manager } = await this.groups.open(actor, groupId);
      if (!access.managesGroup(group)) throw new UserGroupIsNotYours();
      const isOfManager = change.name !== undefined || change.deactivated !== undefined;
      if (manager !== null && isOfManager) throw new UserGroupIsManaged(manager);
      const titled = await this.titled(actor, group, change);
      const active = { ...titled, isDeactivated: group.isDeactivated && change.deactivated !== false };
      const isReactivated = active.isDeactivated !== group.isDeactivated;
      // The settings may name the group itself, as soon as it is active.
      const node = { ...before.group(group.id)!, name: active.name, isDeactivated: active.isDeactivated };
      const isOther = isReactivated || active.name !== group.name;
      const graph = isOther ? await this.permissions.change(before, node) : before;
      const wanted = await this.settings.change(organizationId, 'userGroup', group.permissions, change.permissions);
      const changed = { ...active, permissions: { ...group.permissions, ...wanted } };
      await this.store(actor, group, changed, wanted);
      this.tell(actor, group, active, wanted, graph);
      if (isReactivated) await this.events.raise('PermissionsChanged', { organizationId, before, after: graph });
    });
  }

  /** @throws UserGroupIsUnknown, UserGroupIsNotYours, UserGroupIsManaged, UserGroupIsDeactivated, UserGroupIsInUse */
  @Raises('PermissionsChanged')
  async deactivate(actor: Actor, groupId: UserGroupId): Promise<void> {
    const { organizationId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const { group, access, graph: before, manager } = await this.groups.open(actor, groupId);
      if (!access.managesGroup(group)) throw new UserGroupIsNotYours();
      if (manager !== null) throw new UserGroupIsManaged(manager);
      if (group.isDeactivated) throw new UserGroupIsDeactivated();
      const objections = await this.uses.of(organizationId, group.id);
      if (objections.length > 0) throw new UserGroupIsInUse(objections);
      const changed = { ...group, isDeactivated: true };
      const after = await this.permissions.change(before, { ...before.group(group.id)!, isDeactivated: true });
      await this.store(actor, group, changed, {});
      this.clients.tellActivity(organizationId, userGroupObject(changed, after));
      await this.events.raise('PermissionsChanged', { organizationId, before, after });
    });
  }

  private async titled({ organizationId }: Actor, group: UserGroup, change: UserGroupChange): Promise<UserGroup> {
    const { description = group.description } = change;
    const name = change.name === undefined ? group.name : userGroupName(change.name);
    if (name !== group.name && (await this.rows.isNameTaken(organizationId, name)))
      throw new UserGroupNameIsTaken(name);
    return { ...group, name, description };
  }

  /** Stores a setting if it differs, and records the value before and after. */
  private async store(
    { organizationId }: Actor,
    group: UserGroup,
    changed: UserGroup,
    wanted: ChangedSettings,
  ): Promise<void> {
    const facts = ({ name, description, isDeactivated, permissions }: UserGroup): Record<string, unknown> => ({
      ...(group.name !== changed.name && { name }),
      ...(group.description !== changed.description && { description }),
      ...(group.isDeactivated !== changed.isDeactivated && { deactivated: isDeactivated }),
      ...Object.fromEntries(settingNames(wanted).map((setting) => [setting, permissions[setting]])),
    });
    const after = facts(changed);
    if (Object.keys(after).length === 0) return;
    await this.rows.update(changed);
    const object = { type: 'user_group' as const, id: group.id };
    this.audit.record({ organizationId, action: 'changed', object, before: facts(group), after });
  }

  /** One event for each property, in the order in which clients must apply them. */
  private tell(
    { organizationId }: Actor,
    group: UserGroup,
    changed: UserGroup,
    wanted: ChangedSettings,
    graph: PermissionGraph,
  ): void {
    for (const property of ['name', 'description'] as const) {
      if (changed[property] !== group[property]) {
        this.clients.tellChanged(organizationId, group, property, changed[property]);
      }
    }
    if (changed.isDeactivated !== group.isDeactivated) {
      this.clients.tellActivity(organizationId, userGroupObject(changed, graph));
    }
    for (const setting of settingNames(wanted)) {
      this.clients.tellChanged(organizationId, changed, setting, shownGroupSetting(wanted[setting]!, graph));
    }
  }
}

const isEmpty = ({ permissions, ...others }: UserGroupChange): boolean =>
  [...Object.values(others), ...Object.values(permissions)].every((value) => value === undefined);

const settingNames = (settings: ChangedSettings): UserGroupSettingName[] =>
  Object.keys(settings) as UserGroupSettingName[];
