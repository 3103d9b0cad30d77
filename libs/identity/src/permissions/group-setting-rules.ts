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

/** What is known of groups; `PermissionGraph` has it. */
interface KnownGroups {
  group(id: number): GroupNode | undefined;
}

/**
 * Whether a normalised value may be what a setting is. System groups that a setting may not be are refused inside a set
 * as well: a set of two groups would else get around the rule.
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

/** `role:nobody` inside a set adds nobody and does no harm. */
function mayBe(rule: SettingRule, group: SystemGroupName, isWhole: boolean): boolean {
  if (group === 'role:internet' || rule.forbidden.includes(group)) return false;
  if (group === 'role:nobody' && !rule.allowsNobody) return !isWhole;
  if (group === 'role:everyone' && !rule.allowsEveryone) return false;
  return rule.allowed.length === 0 || rule.allowed.includes(group);
}
