import type { OrganizationId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { GroupSettingMemberIsUnknown } from './user-group.errors';
import { GroupSetting, normaliseGroupSetting } from '../roles/group-setting';
import { changedGroupSetting, GroupSettingChange, shownGroupSetting } from './group-setting-change';
import { assertGroupSettingIsAllowed } from './group-setting-rules';
import { SETTING_TABLES, SettingRule, SettingTable } from '../roles/setting-tables';
import { UserRepository } from '../records/user.repository';
import { Permissions } from './permissions.service';

/** Checks values of group settings against their tables and normalises them. */
@Injectable()
export class GroupSettings {
  constructor(
    private readonly permissions: Permissions,
    private readonly users: UserRepository,
  ) {}

  /**
   * Checks values of one table by the names of their settings, and returns them normalised. The caller holds the
   * organization's lock, so that no group is deactivated meanwhile.
   * @throws UserGroupIsUnknown, UserGroupIsDeactivated, GroupSettingMemberIsUnknown, GroupSettingIsNotAllowed,
   * SystemGroupIsRequired
   */
  async checked<Name extends string>(
    organizationId: OrganizationId,
    table: SettingTable,
    values: Partial<Record<Name, GroupSetting>>,
  ): Promise<Partial<Record<Name, GroupSetting>>> {
    const entries = Object.entries<GroupSetting>(values as Record<string, GroupSetting>);
    if (entries.length === 0) return {};
    const graph = await this.permissions.current(organizationId);
    const rules: Readonly<Record<string, SettingRule>> = SETTING_TABLES[table];
    const normalised = entries.map(([name, value]) => {
      const setting = normaliseGroupSetting(value, graph.groupId('role:nobody'));
      assertGroupSettingIsAllowed(name, rules[name]!, setting, graph);
      return [name, setting] as const;
    });
    await this.assertMembersAreActive(
      organizationId,
      normalised.flatMap(([, setting]) => (typeof setting === 'number' ? [] : setting.direct_members)),
    );
    return Object.fromEntries(normalised) as Partial<Record<Name, GroupSetting>>;
  }

  /**
   * The normalised values that differ from the present ones. The caller holds the organization's lock.
   * @param current the stored values by the names of the settings
   * @throws ExpectationMismatch, and what `checked` throws
   */
  async change<Name extends string>(
    organizationId: OrganizationId,
    table: SettingTable,
    current: Readonly<Record<Name, GroupSetting>>,
    changes: Partial<Record<Name, GroupSettingChange>>,
  ): Promise<Partial<Record<Name, GroupSetting>>> {
    const names = (Object.keys(changes) as Name[]).filter((name) => changes[name] !== undefined);
    if (names.length === 0) return {};
    const graph = await this.permissions.current(organizationId);
    const nobody = graph.groupId('role:nobody');
    const wanted: Partial<Record<Name, GroupSetting>> = {};
    for (const name of names) {
      const value = changedGroupSetting(changes[name]!, shownGroupSetting(current[name], graph), nobody);
      if (value !== null) wanted[name] = value;
    }
    return this.checked(organizationId, table, wanted);
  }

  private async assertMembersAreActive(organizationId: OrganizationId, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const users = await this.users.findByIds(organizationId, ids);
    const active = new Set<number>(users.filter((user) => user.isActive && !user.isSystemBot).map(({ id }) => id));
    const missing = ids.find((id) => !active.has(id));
    if (missing !== undefined) throw new GroupSettingMemberIsUnknown(missing);
  }
}
