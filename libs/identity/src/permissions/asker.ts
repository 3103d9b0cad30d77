import type { GroupSetting } from '../roles/group-setting';
import type { Organization } from '../records/organization';
import type { PermissionGraph, Subject } from './permission-graph';
import { heldReason, missingReason, reasonOfRole, SettingOwner } from './reason';
import { isAdministrator, isGuest } from '../roles/role';
import { allOf, fact, Rule } from './rule';
import { ORGANIZATION_SETTINGS, OrganizationSettingName, SettingRule } from '../roles/setting-tables';

/** The user whose permission is checked, with the permission graph of the organization. */
export interface Asker {
  readonly subject: Subject;
  readonly graph: PermissionGraph;
  readonly organization: Pick<Organization, 'permissions'>;
  /** The user's name in the texts of reasons. */
  readonly called: string;
}

/** Members and all stronger roles. */
export const IS_NO_GUEST: Rule<Asker, unknown> = fact(
  ({ subject }) => !isGuest(subject.role),
  ({ subject }) => reasonOfRole('no guest', subject.role),
  'a guest',
);

/** Administrators and owners. */
export const IS_ADMINISTRATOR: Rule<Asker, unknown> = fact(
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
  settingOf: (asker: Asker, what: What) => GroupSetting,
): Rule<Asker, What> {
  const holds: Rule<Asker, What> = fact(
    (asker, what) => asker.graph.holds(asker.subject, settingOf(asker, what)),
    (asker, what) => heldReason(name, of, settingOf(asker, what), asker),
    (asker, what) => missingReason(name, of, settingOf(asker, what), asker.graph),
  );
  if (allowsEveryone) return holds;
  // Tests role and group together, because hot paths use this rule most.
  const allows = (asker: Asker, what: What) => !isGuest(asker.subject.role) && holds.allows(asker, what);
  return { allows, decide: allOf<Asker, What>(IS_NO_GUEST, holds).decide };
}

/** Whether a user is in a group setting of the organization. */
export const isPermitted = (name: OrganizationSettingName): Rule<Asker, unknown> =>
  holdsSetting(name, 'organization', ORGANIZATION_SETTINGS[name], ({ organization }) => {
    return organization.permissions[name];
  });
