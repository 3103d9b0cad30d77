import type { UserGroupId } from '@app/kernel';
import { ExpectationMismatch } from '../errors';
import {
  checkGroupSetting,
  GroupSetting,
  groupSettingsAreEqual,
  normaliseGroupSetting,
  UserSet,
} from '../roles/group-setting';

/** The value that a client wants for a group setting, and the value that it expects now (docs/protocol/groups.md). */
export interface GroupSettingChange {
  new: GroupSetting;
  /** Absent or `null`: the client expects no particular value. */
  old?: GroupSetting | null;
}

/** The part of `PermissionGraph` that is needed here. */
interface KnownUsers {
  isDeactivated(userId: number): boolean;
}

const KEYS = ['new', 'old'];

/**
 * Checks a decoded JSON value that should be a `GroupSettingChange`. Returns a sentence with `$V` in place of the
 * parameter, or `null` if the value is valid.
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
 * A stored setting as clients see it: without users whose accounts are closed. They reappear when the accounts are
 * reactivated. A set stays a set, even if it becomes empty (docs/protocol/groups.md).
 */
export function shownGroupSetting(setting: GroupSetting, users: KnownUsers): GroupSetting {
  if (typeof setting === 'number' || !setting.direct_members.some((id) => users.isDeactivated(id))) return setting;
  return { ...setting, direct_members: setting.direct_members.filter((id) => !users.isDeactivated(id)) };
}

/** A setting as spectators see it. It grants them nothing, so it does not name users. */
export const namelessGroupSetting = (setting: GroupSetting): GroupSetting =>
  typeof setting === 'number' ? setting : { ...setting, direct_members: [] };

/**
 * The normalised new value of a setting, or `null` if nothing changes.
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

/**
 * If all users of a set have closed accounts, clients see a value that they could not send. When sent back, it means
 * itself.
 */
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
