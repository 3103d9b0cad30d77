import type { UserGroupId } from '@app/kernel';
import type { GroupSetting } from '../roles/group-setting';
import type { Organization } from '../records/organization';
import type { PermissionGraph, Subject } from '../permissions/permission-graph';
import { allOf, anyOf, Decision, fact, Rule } from '../permissions/rule';
import { USER_GROUP_SETTINGS, UserGroupSettingName } from '../roles/setting-tables';
import { PermissionContext, holdsSetting, IS_NO_GUEST, isPermitted } from '../permissions/permission-context';

/** The fields of a user group that decide permissions on it. */
export interface GovernedGroup {
  readonly id: UserGroupId;
  readonly isSystem: boolean;
  /** All six settings. */
  readonly permissions: Readonly<Record<UserGroupSettingName, GroupSetting>>;
}

type GroupRule = Rule<PermissionContext, GovernedGroup>;

const held = (name: UserGroupSettingName): GroupRule =>
  holdsSetting(name, 'group', USER_GROUP_SETTINGS[name], (_, group: GovernedGroup) => group.permissions[name]);

const IS_CUSTOM: GroupRule = fact((_, group) => !group.isSystem, 'no system group', 'a system group');

const MANAGES: GroupRule = allOf<PermissionContext, GovernedGroup>(
  IS_NO_GUEST,
  IS_CUSTOM,
  anyOf(isPermitted('can_manage_all_groups'), held('can_manage_group')),
);
const ADDS_MEMBERS: GroupRule = allOf(IS_CUSTOM, anyOf(MANAGES, held('can_add_members_group')));
const REMOVES_MEMBERS: GroupRule = allOf(IS_CUSTOM, anyOf(MANAGES, held('can_remove_members_group')));
const JOINS: GroupRule = allOf(IS_CUSTOM, anyOf(held('can_join_group'), ADDS_MEMBERS));
const LEAVES: GroupRule = allOf(IS_CUSTOM, anyOf(held('can_leave_group'), REMOVES_MEMBERS));
/** Managing a group does not include mentioning it, because mentions disturb its members. */
const MENTIONS: GroupRule = allOf(IS_CUSTOM, held('can_mention_group'));

const RULES = {
  manage: MANAGES,
  'add-members': ADDS_MEMBERS,
  'remove-members': REMOVES_MEMBERS,
  join: JOINS,
  leave: LEAVES,
  mention: MENTIONS,
} as const satisfies Record<string, GroupRule>;

/** The questions about user groups, by their names in `parley explain`. */
export type GroupAction = keyof typeof RULES;
export const GROUP_ACTIONS = Object.keys(RULES) as GroupAction[];

/**
 * The permissions of a user on user groups (docs/protocol/groups.md). All decisions are made here. No I/O. The rules
 * are the same for deactivated groups; whether such a group may be seen or used is decided elsewhere.
 */
export class GroupAccess implements PermissionContext {
  constructor(
    readonly subject: Subject,
    readonly graph: PermissionGraph,
    readonly organization: Pick<Organization, 'permissions'>,
    readonly called = `user ${subject.userId}`,
  ) {}

  /** Change name, description, settings and deactivation, and remove subgroups. Includes the permissions on members. */
  managesGroup(group: GovernedGroup): boolean {
    return MANAGES.allows(this, group);
  }

  /** Add other users, or subgroups. */
  addsMembers(group: GovernedGroup): boolean {
    return ADDS_MEMBERS.allows(this, group);
  }

  /** Add only the own account. */
  joins(group: GovernedGroup): boolean {
    return JOINS.allows(this, group);
  }

  /** Remove only the own account. */
  leaves(group: GovernedGroup): boolean {
    return LEAVES.allows(this, group);
  }

  /** Remove other users. */
  removesMembers(group: GovernedGroup): boolean {
    return REMOVES_MEMBERS.allows(this, group);
  }

  /** Mention the group with notifications. Silent mentions need no permission. */
  mentions(group: GovernedGroup): boolean {
    return MENTIONS.allows(this, group);
  }

  /** Create a group. */
  get createsGroups(): boolean {
    return CREATES_GROUPS.allows(this, null);
  }

  /** The same decisions with their reasons. */
  explain(action: GroupAction, group: GovernedGroup): Decision {
    return RULES[action].decide(this, group);
  }
}

/** Who creates groups. */
export const CREATES_GROUPS = isPermitted('can_create_groups');
