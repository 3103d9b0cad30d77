import { groupPath, groupSettingInWords } from './group-path';
import type { GroupSetting } from '../roles/group-setting';
import type { Organization } from '../records/organization';
import type { PermissionGraph, Subject } from './permission-graph';
import { isAdministrator, isGuest, ROLE, RoleName } from '../roles/role';
import { allOf, fact, Rule } from './rule';
import { ORGANIZATION_SETTINGS, OrganizationSettingName, SettingRule } from '../roles/setting-tables';

/** Somebody of whom rights are asked, with what the organization knows that decides them. */
export interface Asker {
  readonly subject: Subject;
  readonly graph: PermissionGraph;
  readonly organization: Pick<Organization, 'permissions'>;
  /** The name in reasons. */
  readonly called: string;
}

const roleOf = ({ subject: { role } }: Asker): string =>
  (Object.keys(ROLE) as RoleName[]).find((name) => ROLE[name] === role) ?? `role ${role}`;

/** Members and stronger roles. */
export const IS_NO_GUEST: Rule<Asker, unknown> = fact(
  ({ subject }) => !isGuest(subject.role),
  (asker) => `no guest (${roleOf(asker)})`,
  'a guest',
);

/** Owners, too. */
export const IS_ADMINISTRATOR: Rule<Asker, unknown> = fact(
  ({ subject }) => isAdministrator(subject.role),
  (asker) => `an administrator (${roleOf(asker)})`,
  (asker) => `no administrator (${roleOf(asker)})`,
);

/**
 * Whether somebody holds a group setting, found by `settingOf`, `label` being its name in reasons. The guest rule
 * (docs/protocol/groups.md) follows from the setting's table: what everyone may not be given, guests
 * never have.
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
  // Both questions in one step: most of what is asked on hot paths is asked here.
  const allows = (asker: Asker, what: What) => !isGuest(asker.subject.role) && holds.allows(asker, what);
  return { allows, decide: allOf<Asker, What>(IS_NO_GUEST, holds).decide };
}

/** Whether somebody holds a setting of the organization. */
export const isPermitted = (name: OrganizationSettingName): Rule<Asker, unknown> =>
  holdsSetting(`${name} of the organization`, ORGANIZATION_SETTINGS[name], ({ organization }) => {
    return organization.permissions[name];
  });

const wayInto = ({ graph, subject, called }: Asker, setting: GroupSetting): string =>
  [...(groupPath(graph, subject, setting) ?? []), called].join(' > ');
