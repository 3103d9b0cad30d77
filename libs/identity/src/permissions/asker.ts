import { groupPath, groupSettingInWords } from './group-path';
import type { GroupSetting } from '../roles/group-setting';
import type { Organization } from '../records/organization';
import type { PermissionGraph, Subject } from './permission-graph';
import { isAdministrator, isGuest, ROLE, RoleName } from '../roles/role';
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

const roleOf = ({ subject: { role } }: Asker): string =>
  (Object.keys(ROLE) as RoleName[]).find((name) => ROLE[name] === role) ?? `role ${role}`;

/** Members and all stronger roles. */
export const IS_NO_GUEST: Rule<Asker, unknown> = fact(
  ({ subject }) => !isGuest(subject.role),
  (asker) => `no guest (${roleOf(asker)})`,
  'a guest',
);

/** Administrators and owners. */
export const IS_ADMINISTRATOR: Rule<Asker, unknown> = fact(
  ({ subject }) => isAdministrator(subject.role),
  (asker) => `an administrator (${roleOf(asker)})`,
  (asker) => `no administrator (${roleOf(asker)})`,
);

/**
 * Whether a user is in a group setting. `settingOf` finds its value, `label` is its name in reasons. The rule about
 * guests (docs/protocol/groups.md) follows from the setting's table: if a setting may not be the group of all users,
 * guests never have the permission.
 */
export function holdsSetting<What>(
  label: string,
  { allowsEveryone }: SettingRule,
  settingOf: (asker: Asker, what: What) => GroupSetting,
): Rule<Asker, What> {
  const holds: Rule<Asker, What> = fact(
    (asker, what) => asker.graph.holds(asker.subject, settingOf(asker, what)),
    (asker, what) => `${label}: ${wayInto(asker, settingOf(asker, what))}`,
    (asker, what) => `not in ${label}: ${groupSettingInWords(asker.graph, settingOf(asker, what))}`,
  );
  if (allowsEveryone) return holds;
  // Tests role and group together, because hot paths use this rule most.
  const allows = (asker: Asker, what: What) => !isGuest(asker.subject.role) && holds.allows(asker, what);
  return { allows, decide: allOf<Asker, What>(IS_NO_GUEST, holds).decide };
}

/** Whether a user is in a group setting of the organization. */
export const isPermitted = (name: OrganizationSettingName): Rule<Asker, unknown> =>
  holdsSetting(`${name} of the organization`, ORGANIZATION_SETTINGS[name], ({ organization }) => {
    return organization.permissions[name];
  });

const wayInto = ({ graph, subject, called }: Asker, setting: GroupSetting): string =>
  [...(groupPath(graph, subject, setting) ?? []), called].join(' > ');
