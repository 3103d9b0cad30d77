import type { UserGroupId, UserId } from '@app/kernel';
import type { GroupSetting } from '../roles/group-setting';
import { SettingRule, USER_GROUP_SETTINGS, UserGroupSettingName } from '../roles/setting-tables';
import type { SystemGroupIds } from '../roles/system-groups';

/** The permissions of a user group: all six settings, normalised. */
export type UserGroupPermissions = Readonly<Record<UserGroupSettingName, GroupSetting>>;

/** A user group without its contents, which `PermissionGraph.group` has. */
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

/** A user group with its direct contents. The members of a system group follow from the roles and are not listed. */
export interface GroupNode {
  readonly id: UserGroupId;
  readonly name: string;
  readonly isSystem: boolean;
  readonly isDeactivated: boolean;
  /** Includes closed accounts, because they can be reactivated. */
  readonly members: readonly UserId[];
  readonly subgroups: readonly UserGroupId[];
}

/**
 * The stored settings, otherwise the defaults. A default of `creator` is replaced by `role:nobody`, and so is every
 * default of a system group.
 */
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

/**
 * The settings of a new group: the requested ones, otherwise the defaults of the table, with the creator. A company
 * directory (`null`) gives `role:nobody` what a creator gets.
 */
export function newGroupPermissions(
  asked: Partial<UserGroupPermissions>,
  creatorId: UserId | null,
  groups: SystemGroupIds,
): UserGroupPermissions {
  if (creatorId === null) return groupPermissions(asked, false, groups);
  const rules = Object.entries<SettingRule>(USER_GROUP_SETTINGS);
  const defaults = rules.map(([name, rule]) => [
    name,
    rule.default === 'creator' ? { direct_members: [creatorId], direct_subgroups: [] } : groups[rule.default],
  ]);
  return { ...Object.fromEntries(defaults), ...asked } as UserGroupPermissions;
}
