import type { GroupSetting } from '../roles/group-setting';
import type { Organization } from '../records/organization';
import type { PermissionGraph, Subject } from './permission-graph';
import { heldReason, missingReason, reasonOfRole, SettingOwner } from './reason';
import { isAdministrator, isGuest } from '../roles/role';
import { allOf, fact, Rule } from './rule';
import { ORGANIZATION_SETTINGS, OrganizationSettingName, SettingRule } from '../roles/setting-tables';

/** The user whose permission is checked, with the permission graph of the organization. */
export interface PermissionContext {
  readonly subject: Subject;
  readonly graph: PermissionGraph;
  readonly organization: Pick<Organization, 'permissions'>;
  /** The user's name in the texts of reasons. */
  readonly called: string;
}

/** Members and all stronger roles. */
export const IS_NO_GUEST: Rule<PermissionContext, unknown> = fact(
  ({ subject }) => !isGuest(subject.role),
  ({ subject }) => reasonOfRole('no guest', subject.role),
  'a guest',
);

/** Administrators and owners. */
export const IS_ADMINISTRATOR: Rule<PermissionContext, unknown> = fact(
  ({ subject }) => isAdministrator(subject.role),
  ({ subject }) => reasonOfRole('an administrator', subject.role),
  ({ subject }) => reasonOfRole('no administrator', subject.role),
);

/**
 * Whether a user is in a group setting. `settingOf` finds its value, `name` and `of` say in reasons which setting it is. The rule about
 * guests (docs/protocol/groups.md) follows from the setting's table: if a setting may not be the group of all users,
 * guests never have the permission.
 */
export function holdsSetting<What>(
  name: string,
  of: SettingOwner,
  { allowsEveryone }: SettingRule,
  settingOf: (context: PermissionContext, what: What) => GroupSetting,
): Rule<PermissionContext, What> {
  const holds: Rule<PermissionContext, What> = fact(
    (context, what) => context.graph.holds(context.subject, settingOf(context, what)),
    (context, what) => heldReason(name, of, settingOf(context, what), context),
    (context, what) => missingReason(name, of, settingOf(context, what), context.graph),
  );
  if (allowsEveryone) return holds;
  // Tests role and group together, because hot paths use this rule most.
  const allows = (context: PermissionContext, what: What) =>
    !isGuest(context.subject.role) && holds.allows(context, what);
  return { allows, decide: allOf<PermissionContext, What>(IS_NO_GUEST, holds).decide };
}

/** Whether a user is in a group setting of the organization. */
export const isPermitted = (name: OrganizationSettingName): Rule<PermissionContext, unknown> =>
  holdsSetting(name, 'organization', ORGANIZATION_SETTINGS[name], ({ organization }) => {
    return organization.permissions[name];
  });
