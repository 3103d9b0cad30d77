import type { Store } from '../store/store';
import { isPermitted } from '../store/rights';
import { groupName, setOf } from './controls/group-members';
import { s, wordsOf } from './words';

/** Settings that say who may do something that has its own form here. */
type Permission =
  | 'realm_can_add_custom_emoji_group'
  | 'realm_can_create_bots_group'
  | 'realm_can_create_groups'
  | 'realm_can_create_write_only_bots_group'
  | 'realm_can_invite_users_group';

/** Which setting refuses something, and to whom it permits it; `null`: the user may. */
export function reasonIn(store: Store, setting: Permission): string | null {
  const value = store.organization.get(setting);
  if (isPermitted(store, value)) return null;
  const { direct_members: users, direct_subgroups: groups } = setOf(value);
  const names = [
    ...groups.map((id) => groupName(store, id)),
    ...users.flatMap((id) => store.people.users.get(id)?.full_name ?? []),
  ];
  return s.permittedTo(wordsOf(setting) ?? setting, names.join(', '));
}
