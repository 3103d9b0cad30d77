import type { ParametersOf, UserGroup } from '@parley/client';
import type { Client } from '../../app/client';
import { isPermitted } from '../../store/rights';
import type { Store } from '../../store/store';
import { reasonOf } from '../permission-reasons';
import type { Setting } from '../setting';
import type { Control } from '../table';
import { s, wordsOf } from '../words';

type GroupRowName = Exclude<keyof ParametersOf<'PATCH user_groups/{user_group_id}'>, 'user_group_id' | 'deactivated'>;

const GROUP: Control = { kind: 'group', of: 'group' };

/** What a group has, in the order of the page. A setting of the server without a row does not compile. */
const GROUP_ROWS: Readonly<Record<GroupRowName, Control>> = {
  name: { kind: 'text', most: 100 },
  description: { kind: 'text', most: 1_024 },
  can_manage_group: GROUP,
  can_add_members_group: GROUP,
  can_remove_members_group: GROUP,
  can_join_group: GROUP,
  can_leave_group: GROUP,
  can_mention_group: GROUP,
};

export function settingsOfGroup({ store, administration }: Client, group: UserGroup): Setting[] {
  const reason = mayManage(store, group) ? null : reasonOf(store, s.usergroup_can_manage_group, group.can_manage_group);
  return (Object.keys(GROUP_ROWS) as GroupRowName[]).map((name) => {
    const words = `usergroup_${name}`;
    const control = GROUP_ROWS[name];
    const read = () => (store.people.groups.get(group.id) ?? group)[name];
    return {
      id: `${words}_${group.id}`,
      row: { control },
      label: wordsOf(words) ?? name,
      wordsOfChoices: words,
      reason,
      read,
      save: (next) =>
        administration.changeGroup(group.id, {
          [name]: control.kind === 'group' ? { new: next, old: read() } : next,
        }),
    };
  });
}

export const mayAddMembers = (store: Store, group: UserGroup): boolean =>
  mayManage(store, group) || isPermitted(store, group.can_add_members_group);

export const mayManage = (store: Store, group: UserGroup): boolean =>
  isPermitted(store, group.can_manage_group) ||
  isPermitted(store, store.organization.get('realm_can_manage_all_groups'));
