import type { GroupSetting } from '@parley/client';
import type { Person } from '../../store/people';
import type { Store } from '../../store/store';
import { wordsOf } from '../words';

export interface GroupSet {
  readonly direct_members: readonly number[];
  readonly direct_subgroups: readonly number[];
}

export const setOf = (value: GroupSetting): GroupSet =>
  typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;

/** The active users whom a setting names, by themselves or through groups within groups. */
export function peopleIn(store: Store, value: GroupSetting): Person[] {
  const { direct_members: direct, direct_subgroups: subgroups } = setOf(value);
  const ids = new Set(direct);
  const seen = new Set<number>();
  const add = (groupId: number): void => {
    if (seen.has(groupId)) return;
    seen.add(groupId);
    const group = store.people.groups.get(groupId);
    for (const id of group?.members ?? []) ids.add(id);
    for (const id of group?.direct_subgroup_ids ?? []) add(id);
  };
  subgroups.forEach(add);
  return [...ids]
    .flatMap((id) => store.people.users.get(id) ?? [])
    .filter(({ accountState }) => accountState === 'active')
    .sort((one, other) => one.full_name.localeCompare(other.full_name));
}

/** What a group is called; those of the roles have words. */
export function groupName(store: Store, id: number): string {
  const group = store.people.groups.get(id);
  const name = group?.name ?? String(id);
  return group?.is_system_group ? wordsOfGroup(name) : name;
}

/** The name of a system group as the server stores it. Groups of roles have translated names. */
export function wordsOfGroup(name: string): string {
  const [, role] = /^role:(\w+)$/.exec(name) ?? [];
  return (role && wordsOf(`group_${role}`)) || name;
}
