import { groupPath, groupSettingInWords } from './group-path';
import type { GroupSetting } from '../roles/group-setting';
import { ROLE, RoleName } from '../roles/role';
import type { PermissionGraph, Subject } from './permission-graph';

/** Why a rule allows or refuses: as an English phrase, and in parts from which clients make their own sentence. */
export interface Reason {
  readonly text: string;
  /** What the sentence says. The other parts are its values. */
  readonly code: string;
  readonly role?: string;
  /** The name of a setting, and what has it: the organization, the channel or the group. */
  readonly setting?: string;
  readonly of?: SettingOwner;
  /** Names of groups: the way to the user through them, or what the setting contains. */
  readonly groups?: readonly string[];
  /** Users whom the setting contains. */
  readonly users?: readonly number[];
  readonly seconds?: number;
  /** Concerns the owner of the bot that was asked about. */
  readonly isOfBotOwner?: boolean;
}

export type SettingOwner = 'organization' | 'channel' | 'group';

/** A reason without values. Its code is the text in lower case with `_` between the words. */
export const plainReason = (text: string): Reason => ({
  text,
  code: text.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
});

const nameOfRole = (role: number): string =>
  (Object.keys(ROLE) as RoleName[]).find((name) => ROLE[name] === role) ?? `role ${role}`;

/** @param text without the role */
export function reasonOfRole(text: string, role: number): Reason {
  const name = nameOfRole(role);
  return { ...plainReason(text), text: `${text} (${name})`, role: name };
}

/** The user is in the setting, by these groups. @param called the user's name in the text */
export function heldReason(
  setting: string,
  of: SettingOwner,
  value: GroupSetting,
  { graph, subject, called }: { graph: PermissionGraph; subject: Subject; called: string },
): Reason {
  const groups = groupPath(graph, subject, value) ?? [];
  const text = `${setting} of the ${of}: ${[...groups, called].join(' > ')}`;
  return { text, code: 'in_setting', setting, of, groups };
}

/** @param code `not_in_setting`: the user is not in it */
export function missingReason(
  setting: string,
  of: SettingOwner,
  value: GroupSetting,
  graph: PermissionGraph,
  code: 'not_in_setting' | 'none_in_setting' = 'not_in_setting',
): Reason {
  const [groupIds, users] = typeof value === 'number' ? [[value], []] : [value.direct_subgroups, value.direct_members];
  const groups = groupIds.map((id) => groupSettingInWords(graph, id));
  const who = code === 'not_in_setting' ? 'not' : 'none of them';
  return {
    text: `${who} in ${setting} of the ${of}: ${groupSettingInWords(graph, value)}`,
    code,
    setting,
    of,
    groups,
    users,
  };
}

export const REFUSED_TO_DEACTIVATED = { allowed: false, because: [plainReason('the account is deactivated')] } as const;
