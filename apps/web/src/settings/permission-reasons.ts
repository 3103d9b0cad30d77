import type { GroupSetting } from '@parley/client';
import type { Store } from '../store/store';
import { isPermitted } from '../store/rights';
import { groupName, setOf } from './controls/group-members';
import { s, wordsOf } from './words';

/** Settings that say who may do something that has its own form here. */
type Permission =
  | 'realm_create_multiuse_invite_group'
  | 'realm_can_add_custom_emoji_group'
  | 'realm_can_add_subscribers_group'
  | 'realm_can_create_bots_group'
  | 'realm_can_create_groups'
  | 'realm_can_create_public_channel_group'
  | 'realm_can_create_write_only_bots_group'
  | 'realm_can_invite_users_group'
  | 'realm_can_set_delete_message_policy_group'
  | 'realm_can_set_topics_policy_group';

/** Which setting refuses something, and to whom it permits it; `null`: the user may. */
export function reasonIn(store: Store, setting: Permission): string | null {
  return reasonOf(store, wordsOf(setting) ?? setting, store.organization.get(setting));
}

/** As `reasonIn`, of a setting of a channel or a group. @param label of the setting @param value of it */
export function reasonOf(store: Store, label: string, value: GroupSetting): string | null {
  if (isPermitted(store, value)) return null;
  const { direct_members: users, direct_subgroups: groups } = setOf(value);
  const names = [
    ...groups.map((id) => groupName(store, id)),
    ...users.flatMap((id) => store.people.users.get(id)?.full_name ?? []),
  ];
  return s.permittedTo(label, names.length === 0 ? s.group_nobody : names.join(', '));
}
