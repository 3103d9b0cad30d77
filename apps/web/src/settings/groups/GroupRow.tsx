import type { UserGroup } from '@parley/client';
import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { isPermitted } from '../../store/rights';
import { useAction } from '../action';
import { AddByName } from '../controls/AddByName';
import { groupName } from '../controls/group-members';
import { CurrentMembers } from '../controls/CurrentMembers';
import { Failure } from '../Failure';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import { s } from '../words';
import { mayAddMembers, mayManage, settingsOfGroup } from './group-setting';

/** A group that users made: its members, groups in it, and its settings. */
export function GroupRow({ group }: { readonly group: UserGroup }) {
  const client = useClient();
  const { store, administration } = client;
  const { failure, runWithUndo } = useAction();
  const [isOpen, setOpen] = useState(false);
  const { id, name, description } = group;
  const isManager = mayManage(store, group);
  const mayAdd = mayAddMembers(store, group);
  const offered = store.people.groups
    .all()
    .filter((one) => !one.deactivated && one.id !== id)
    .map((one) => one.id);
  const add = (users: readonly number[], groups: readonly number[]) =>
    runWithUndo(administration.changeMembers(id, { add: [...users], add_subgroups: [...groups] }), () =>
      administration.changeMembers(id, { delete: [...users], delete_subgroups: [...groups] }),
    );
  const deactivate = () =>
    runWithUndo(administration.deactivateGroup(id), () => administration.changeGroup(id, { deactivated: false }));
  return (
    <li class={styles.item} aria-label={name}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{description}</small>
        <CurrentMembers value={id} />
      </span>
      {isManager && (
        <button class={styles.danger} onClick={() => void deactivate()}>
          {s.deactivate}
        </button>
      )}
      {mayAdd && (
        <AddByName label={s.addMember(name)} groups={offered} onAdd={({ users, groups }) => void add(users, groups)} />
      )}
      <Members group={group} isManager={isManager} />
      <Failure text={failure} />
      <details class={styles.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{s.settingsOf(name)}</summary>
        {isOpen && (
          <div class={styles.rows}>
            {settingsOfGroup(client, group).map((setting) => (
              <SettingRow key={setting.id} setting={setting} />
            ))}
          </div>
        )}
      </details>
    </li>
  );
}

/** The groups and the people that are in a group themselves, each with its end there. */
function Members({ group, isManager }: { readonly group: UserGroup; readonly isManager: boolean }) {
  const { store, administration } = useClient();
  const { failure, runWithUndo } = useAction();
  const { id, name, members, direct_subgroup_ids: subgroups } = group;
  const mayRemove = isManager || isPermitted(store, group.can_remove_members_group);
  const change = (news: Parameters<typeof administration.changeMembers>[1]) => administration.changeMembers(id, news);
  const removeGroup = (one: number) =>
    void runWithUndo(change({ delete_subgroups: [one] }), () => change({ add_subgroups: [one] }));
  const removeUser = (one: number) => void runWithUndo(change({ delete: [one] }), () => change({ add: [one] }));
  return (
    <>
      <ul class={styles.chips} role="list" aria-label={s.members_of(name)}>
        {subgroups.map((one) => (
          <Chip key={`g${one}`} name={groupName(store, one)} remove={isManager ? () => removeGroup(one) : null} />
        ))}
        {members.map((one) => (
          <Chip
            key={`u${one}`}
            name={store.people.users.get(one)?.full_name ?? String(one)}
            remove={mayRemove ? () => removeUser(one) : null}
          />
        ))}
      </ul>
      <Failure text={failure} />
    </>
  );
}

interface ChipProps {
  readonly name: string;
  /** `null`: the user may not. */
  readonly remove: (() => void) | null;
}

function Chip({ name, remove }: ChipProps) {
  return (
    <li class={styles.chip}>
      <span dir="auto">{name}</span>
      {remove && (
        <button aria-label={s.remove(name)} onClick={remove}>
          ×
        </button>
      )}
    </li>
  );
}
