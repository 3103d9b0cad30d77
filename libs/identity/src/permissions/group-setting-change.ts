import type { UserGroupId } from '@app/kernel';
import { ExpectationMismatch } from '../errors';
import {
  checkGroupSetting,
  GroupSetting,
  groupSettingSchema,
  groupSettingsAreEqual,
  normaliseGroupSetting,
  UserSet,
} from '../roles/group-setting';

/** What a client wants a group setting to be, and what it takes it to be now (docs/protocol/groups.md). */
export interface GroupSettingChange {
  new: GroupSetting;
  /** Absent or `null`: whatever it is. */
  old?: GroupSetting | null;
}

/** Knows whose accounts are closed; `PermissionGraph` does. */
interface KnownUsers {
  isDeactivated(userId: number): boolean;
}

/** OpenAPI schema of a `GroupSettingChange`. */
export const groupSettingChangeSchema = {
  type: 'object',
  required: ['new'],
  additionalProperties: false,
  properties: { new: groupSettingSchema, old: { ...groupSettingSchema, nullable: true } },
} as const;

const KEYS = ['new', 'old'];

/**
 * What is wrong with a decoded JSON value that should be a `GroupSettingChange`: a sentence with `$V` in the parameter's
 * place, or null. For `@Json({ check: checkGroupSettingChange, schema: groupSettingChangeSchema })`.
 */
export function checkGroupSettingChange(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '$V is not a dict';
  const given = value as Record<string, unknown>;
  if (given.new === undefined) return 'Missing $V["new"]';
  const unexpected = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unexpected !== undefined) return `$V[${JSON.stringify(unexpected)}] is unexpected`;
  const wrongNew = checkGroupSetting(given.new);
  if (wrongNew !== null) return wrongNew.replace('$V', () => '$V["new"]');
  if ((given.old ?? null) === null) return null;
  return checkGroupSetting(given.old)?.replace('$V', () => '$V["old"]') ?? null;
}

/**
 * A stored setting as clients see it: without people whose accounts are closed, who come back with their accounts. It
 * stays a set, even an empty one (docs/protocol/groups.md).
 */
export function shownGroupSetting(setting: GroupSetting, users: KnownUsers): GroupSetting {
  if (typeof setting === 'number' || !setting.direct_members.some((id) => users.isDeactivated(id))) return setting;
  return { ...setting, direct_members: setting.direct_members.filter((id) => !users.isDeactivated(id)) };
}

/** A setting as people without an account see it: it gives nothing to them, and to whom by name is no concern of theirs. */
export const namelessGroupSetting = (setting: GroupSetting): GroupSetting =>
  typeof setting === 'number' ? setting : { ...setting, direct_members: [] };

/**
 * The normalised value that a setting gets, or null when that changes nothing.
 * @param shown the present value as clients see it
 * @throws ExpectationMismatch when the client takes it for another one, even if it wants what is there already
 */
export function changedGroupSetting(
  { new: wanted, old: expected }: GroupSettingChange,
  shown: GroupSetting,
  nobody: UserGroupId,
): GroupSetting | null {
  if (expected !== undefined && expected !== null && !means(expected, shown, nobody))
    throw new ExpectationMismatch('old');
  return means(wanted, shown, nobody) ? null : normaliseGroupSetting(wanted, nobody);
}

/** A set that lost all its people to closed accounts is shown as no client could write it: it means itself. */
function means(value: GroupSetting, shown: GroupSetting, nobody: UserGroupId): boolean {
  if (groupSettingsAreEqual(normaliseGroupSetting(value, nobody), shown)) return true;
  return typeof value !== 'number' && typeof shown !== 'number' && haveSameIds(value, shown);
}

const haveSameIds = (one: UserSet, other: UserSet): boolean =>
  sameIds(one.direct_members, other.direct_members) && sameIds(one.direct_subgroups, other.direct_subgroups);

function sameIds(one: readonly number[], other: readonly number[]): boolean {
  const [ids, others] = [new Set(one), new Set(other)];
  return ids.size === others.size && [...ids].every((id) => others.has(id));
}
