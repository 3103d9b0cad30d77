import {
  GroupSettingIsNotAllowed,
  SystemGroupIsRequired,
  UserGroupIsDeactivated,
  UserGroupIsUnknown,
} from './user-group.errors';
import type { GroupSetting } from '../roles/group-setting';
import type { GroupNode } from '../records/user-group';
import type { SettingRule } from '../roles/setting-tables';
import { isSystemGroupName, SystemGroupName } from '../roles/system-groups';

/** The part of `PermissionGraph` that is needed here. */
interface KnownGroups {
  group(id: number): GroupNode | undefined;
}

/**
 * Asserts that a setting may have the normalised value. System groups that the setting does not allow are refused
 * inside a set too, because a set of two groups would otherwise circumvent the rule.
 * @throws UserGroupIsUnknown, UserGroupIsDeactivated, GroupSettingIsNotAllowed, SystemGroupIsRequired
 */
export function assertGroupSettingIsAllowed(
  name: string,
  rule: SettingRule,
  value: GroupSetting,
  groups: KnownGroups,
): void {
  const ids = typeof value === 'number' ? [value] : value.direct_subgroups;
  for (const id of ids) {
    const group = groups.group(id);
    if (!group) throw new UserGroupIsUnknown(id);
    if (group.isDeactivated) throw new UserGroupIsDeactivated();
    if (group.isSystem && isSystemGroupName(group.name) && !mayBe(rule, group.name, typeof value === 'number')) {
      throw new GroupSettingIsNotAllowed(name, group.name);
    }
    if (!group.isSystem && rule.needsSystemGroup) throw new SystemGroupIsRequired(name);
  }
  if (typeof value !== 'number' && rule.needsSystemGroup) throw new SystemGroupIsRequired(name);
}

/** `role:nobody` inside a set has no effect, so it is allowed there. */
function mayBe(rule: SettingRule, group: SystemGroupName, isWhole: boolean): boolean {
  if (group === 'role:internet' || rule.forbidden.includes(group)) return false;
  if (group === 'role:nobody' && !rule.allowsNobody) return !isWhole;
  if (group === 'role:everyone' && !rule.allowsEveryone) return false;
  return rule.allowed.length === 0 || rule.allowed.includes(group);
}
