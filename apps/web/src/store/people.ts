import type { Snapshot, User, UserGroup } from '@parley/client';
import { Collection } from './collection';
import { EventOf, ignoreNewer } from './events';
import { withoutUser } from './group-settings';

/** Active and deactivated accounts, and the bots of the server itself. */
export type AccountState = 'active' | 'inactive' | 'system';
export type Person = User & { readonly accountState: AccountState };

const LISTS = { active: 'realm_users', inactive: 'realm_non_active_users', system: 'cross_realm_bots' } as const;

export class People {
  readonly users = new Collection<number, Person>(({ user_id }) => user_id);
  readonly groups = new Collection<number, UserGroup>(({ id }) => id);

  constructor(snapshot: Snapshot) {
    for (const [accountState, list] of Object.entries(LISTS) as [AccountState, (typeof LISTS)[AccountState]][])
      for (const user of snapshot[list]) this.users.put({ ...user, accountState });
    for (const group of snapshot.realm_user_groups) this.groups.put(group);
  }

  toSnapshot(): Pick<Snapshot, 'realm_users' | 'realm_non_active_users' | 'cross_realm_bots' | 'realm_user_groups'> {
    const of = (wanted: AccountState): User[] =>
      this.users
        .peekAll()
        .filter(({ accountState }) => accountState === wanted)
        .map(({ accountState: _, ...user }) => user);
    return {
      realm_users: of('active'),
      realm_non_active_users: of('inactive'),
      cross_realm_bots: of('system'),
      realm_user_groups: this.groups.peekAll(),
    };
  }

  applyUser(event: EventOf<'realm_user'>): void {
    switch (event.op) {
      case 'add': {
        const { is_active: _, ...user } = event.person;
        return this.users.put({ ...user, accountState: 'is_system_bot' in user ? 'system' : 'active' });
      }
      case 'remove':
        return this.users.remove(event.person.user_id);
      case 'update':
        return this.changePerson(event.person);
      default:
        ignoreNewer(event);
    }
  }

  applyGroup(event: EventOf<'user_group'>): void {
    switch (event.op) {
      case 'add':
        return this.groups.put(event.group);
      case 'remove':
        return this.groups.remove(event.group_id);
      case 'update':
        return this.groups.change(event.group_id, (group) => ({ ...group, ...event.data }));
      case 'add_members':
        return this.groups.change(event.group_id, (group) => ({
          ...group,
          members: union(group.members, event.user_ids),
        }));
      case 'remove_members':
        return this.groups.change(event.group_id, (group) => ({
          ...group,
          members: without(group.members, event.user_ids),
        }));
      case 'add_subgroups':
        return this.groups.change(event.group_id, (group) => ({
          ...group,
          direct_subgroup_ids: union(group.direct_subgroup_ids, event.direct_subgroup_ids),
        }));
      case 'remove_subgroups':
        return this.groups.change(event.group_id, (group) => ({
          ...group,
          direct_subgroup_ids: without(group.direct_subgroup_ids, event.direct_subgroup_ids),
        }));
      default:
        ignoreNewer(event);
    }
  }

  /** With a field go its values. */
  keepFields(fieldIds: ReadonlySet<string>): void {
    this.users.changeAll((user) => {
      const values = Object.entries(user.profile_data ?? {});
      if (values.every(([id]) => fieldIds.has(id))) return user;
      return { ...user, profile_data: Object.fromEntries(values.filter(([id]) => fieldIds.has(id))) };
    });
  }

  private changePerson(news: EventOf<'realm_user'> extends { person: infer P } ? P : never): void {
    const facts = derived(news as Record<string, unknown>);
    this.users.change(news.user_id, (user) => filled(assignedKnown(user, facts), facts));
    if (facts.is_active === undefined) return;
    const accountState = facts.is_active ? 'active' : 'inactive';
    this.users.change(news.user_id, (user) => ({ ...user, accountState }));
    if (facts.is_active) return;
    const id = news.user_id;
    this.groups.changeAll((group) =>
      withoutUser(group.members.includes(id) ? { ...group, members: without(group.members, [id]) } : group, id),
    );
  }
}

/** What a change says beside itself: the role decides flags, and an address changes under another name. */
export function derived({ new_email, ...news }: Record<string, unknown>): Record<string, unknown> {
  const { role } = news;
  const flags =
    typeof role === 'number' ? { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 } : {};
  return { ...news, ...flags, ...(new_email === undefined ? {} : { email: new_email }) };
}

/** Keeps only known fields: events contain more than lists of users show. */
export function assignedKnown<T extends object>(object: T, news: Record<string, unknown>): T {
  const known = Object.entries(news).filter(([name]) => name in object);
  return known.length === 0 ? object : { ...object, ...Object.fromEntries(known) };
}

/** With the value of one custom profile field; null: there is none any more. */
function filled(user: Person, news: Record<string, unknown>): Person {
  const change = news.custom_profile_field as { id: number; value: string | null; rendered_value?: string } | undefined;
  if (!change || !user.profile_data) return user;
  const { id, value, ...rest } = change;
  const { [id]: _, ...others } = user.profile_data;
  return { ...user, profile_data: value === null ? others : { ...others, [id]: { value, ...rest } } };
}

export const union = (ids: readonly number[], more: readonly number[]): number[] => [...new Set([...ids, ...more])];
export const without = (ids: readonly number[], less: readonly number[]): number[] =>
  ids.filter((id) => !less.includes(id));
