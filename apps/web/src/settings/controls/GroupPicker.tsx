import type { GroupSetting } from '@parley/client';
import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { groupName } from './group-members';
import { GroupSetEditor } from './GroupSetEditor';
import { CurrentMembers } from './CurrentMembers';
import type { ControlProps } from './control-props';
import type { Setting } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

const SET = 'set';

/** Who may do something: a group of a role, another group, or people and groups together. */
export function GroupPicker({ setting, shown, describedBy, change }: ControlProps) {
  const { store } = useClient();
  const [isOpen, setOpen] = useState(false);
  const value = shown as GroupSetting;
  const { groups, allowsSets } = useOffered(setting);
  const isSet = typeof value !== 'number';
  const offered = isSet || groups.includes(value) ? groups : [value, ...groups];
  const isDisabled = setting.reason !== null;
  const onChange = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
    setOpen(currentTarget.value === SET);
    if (currentTarget.value !== SET) change(Number(currentTarget.value));
  };
  return (
    <div class={styles.group}>
      <select
        id={setting.id}
        value={isSet || isOpen ? SET : String(value)}
        disabled={isDisabled}
        aria-describedby={describedBy}
        onChange={onChange}
      >
        {offered.map((id) => (
          <option key={id} value={String(id)}>
            {groupName(store, id)}
          </option>
        ))}
        {(allowsSets || isSet) && <option value={SET}>{isSet ? s.peopleAndGroups : s.choosePeopleAndGroups}</option>}
      </select>
      {(isSet || isOpen) && (
        <GroupSetEditor label={setting.label} value={value} groups={groups} isDisabled={isDisabled} onChange={change} />
      )}
      <CurrentMembers value={value} />
    </div>
  );
}

/** Which groups the server takes for a setting, in the order of their power. */
function useOffered({ row: { control }, wordsOfChoices }: Setting): { groups: number[]; allowsSets: boolean } {
  const { store } = useClient();
  const owner = (control.kind === 'group' && control.of) || 'realm';
  const name = wordsOfChoices.replace(/^(realm|channel|usergroup)_/, '');
  const rule = store.organization.get('server_supported_permission_settings')[owner][name];
  const all = store.people.groups.all().filter(({ deactivated }) => !deactivated);
  const order = ['nobody', 'owners', 'administrators', 'moderators', 'fullmembers', 'members', 'everyone'];
  const ofRoles = order.flatMap(
    (role) => all.find((group) => group.is_system_group && group.name === `role:${role}`) ?? [],
  );
  const isAllowed = (group: string): boolean => {
    if (!rule) return true;
    if (rule.allowed_system_groups.length > 0) return rule.allowed_system_groups.includes(group);
    if (group === 'role:nobody') return rule.allow_nobody_group;
    return group !== 'role:everyone' || rule.allow_everyone_group;
  };
  const own = all
    .filter(({ is_system_group }) => !is_system_group)
    .sort((one, other) => one.name.localeCompare(other.name));
  const allowsSets = rule?.require_system_group !== true;
  const groups = [...ofRoles.filter(({ name: group }) => isAllowed(group)), ...(allowsSets ? own : [])];
  return { groups: groups.map(({ id }) => id), allowsSets };
}
