import type { UserGroupId } from '@app/kernel';

/** An explicit set of users and groups, without a name of its own. Both lists ascend, each id once. */
export interface UserSet {
  direct_members: number[];
  direct_subgroups: number[];
}

/**
 * Who has a permission: a user group by its id, or an explicit set (docs/protocol/groups.md). The fields have the names
 * of the wire, because the value is stored and sent unchanged.
 */
export type GroupSetting = number | UserSet;

/**
 * The unique form in which a value is stored. Lists are ascending without repetitions. A set of exactly one group
 * becomes that group, and an empty set becomes `role:nobody` (docs/protocol/groups.md).
 */
export function normaliseGroupSetting(value: GroupSetting, nobody: UserGroupId): GroupSetting {
  if (typeof value === 'number') return value;
  const direct_members = ascending(value.direct_members);
  const direct_subgroups = ascending(value.direct_subgroups);
  if (direct_members.length > 0 || direct_subgroups.length > 1) return { direct_members, direct_subgroups };
  return direct_subgroups[0] ?? nobody;
}

/** Compares two normalised values; a group and a set are never equal. */
export function groupSettingsAreEqual(one: GroupSetting, other: GroupSetting): boolean {
  if (typeof one === 'number' || typeof other === 'number') return one === other;
  return sameList(one.direct_members, other.direct_members) && sameList(one.direct_subgroups, other.direct_subgroups);
}

/**
 * Checks a decoded JSON value that should be a group setting. Returns a sentence with `$V` in place of the parameter,
 * or `null` if the value is valid.
 */
export function checkGroupSetting(value: unknown): string | null {
  if (isId(value)) return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '$V is neither an integer nor a dict';
  const given = value as Record<string, unknown>;
  for (const key of KEYS) {
    const list = given[key];
    if (list === undefined) return `Missing $V["${key}"]`;
    if (!Array.isArray(list)) return `$V["${key}"] is not a list`;
    const wrong = list.findIndex((id) => !isId(id));
    if (wrong >= 0) return `$V["${key}"][${wrong}] is not an integer`;
  }
  const unexpected = Object.keys(given).find((key) => !KEYS.includes(key));
  return unexpected === undefined ? null : `$V[${JSON.stringify(unexpected)}] is unexpected`;
}

const KEYS = ['direct_members', 'direct_subgroups'];

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((one, other) => one - other);
const sameList = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);
