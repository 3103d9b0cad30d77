import type { UserGroupId, UserId } from '@app/kernel';
import type { GroupSetting } from '../roles/group-setting';
import { SettingRule, USER_GROUP_SETTINGS, UserGroupSettingName } from '../roles/setting-tables';
import type { SystemGroupIds } from '../roles/system-groups';

/** Who may do what with a user group: all six settings, normalised. */
export type UserGroupPermissions = Readonly<Record<UserGroupSettingName, GroupSetting>>;

/** A user group without what is in it: `PermissionGraph.group` has that. */
export interface UserGroup {
  readonly id: UserGroupId;
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
  readonly isDeactivated: boolean;
  readonly creatorId: UserId | null;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly permissions: UserGroupPermissions;
}

/** A user group with what is directly in it; a system group's members follow from the roles and are not listed. */
export interface GroupNode {
  readonly id: UserGroupId;
  readonly name: string;
  readonly isSystem: boolean;
  readonly isDeactivated: boolean;
  /** Closed accounts included: they come back. */
  readonly members: readonly UserId[];
  readonly subgroups: readonly UserGroupId[];
}

/** Settings of which nothing is stored: system groups are nobody's, and so is a group without a creator. */
export function groupPermissions(
  stored: Partial<UserGroupPermissions>,
  isSystem: boolean,
  groups: SystemGroupIds,
): UserGroupPermissions {
  const rules = Object.entries<SettingRule>(USER_GROUP_SETTINGS);
  const defaults = rules.map(([name, rule]) => [
    name,
    groups[isSystem || rule.default === 'creator' ? 'role:nobody' : rule.default],
  ]);
  return { ...Object.fromEntries(defaults), ...stored } as UserGroupPermissions;
}

/** The settings of a new group: those that were asked for, the others as the table says, its maker's among them. */
export function newGroupPermissions(
  asked: Partial<UserGroupPermissions>,
  creatorId: UserId,
  groups: SystemGroupIds,
): UserGroupPermissions {
  const rules = Object.entries<SettingRule>(USER_GROUP_SETTINGS);
  const defaults = rules.map(([name, rule]) => [
    name,
    rule.default === 'creator' ? { direct_members: [creatorId], direct_subgroups: [] } : groups[rule.default],
  ]);
  return { ...Object.fromEntries(defaults), ...asked } as UserGroupPermissions;
}
