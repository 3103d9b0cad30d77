import type { UserGroup } from '@parley/client';
import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { isPermitted } from '../../store/rights';
import { useAction } from '../action';
import { AddByName } from '../controls/AddByName';
import { groupName } from '../controls/group-members';
import { MembersNow } from '../controls/MembersNow';
import { Failure } from '../Failure';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import { s } from '../words';
import { mayManage, settingsOfGroup } from './group-setting';

/** A group that users made: its members, groups in it, and its settings. */
export function GroupRow({ group }: { readonly group: UserGroup }) {
  const client = useClient();
  const { store, administration } = client;
  const { failure, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  const isManager = mayManage(store, group);
  const mayAdd = isManager || isPermitted(store, group.can_add_members_group);
  const mayRemove = isManager || isPermitted(store, group.can_remove_members_group);
  const offered = store.people.groups
    .all()
    .filter(({ id, deactivated }) => !deactivated && id !== group.id)
    .map(({ id }) => id);
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {group.name}
        <small>{group.description}</small>
        <MembersNow value={group.id} />
      </span>
      {isManager && (
        <button class={styles.danger} onClick={() => void run(administration.deactivateGroup(group.id))}>
          {s.deactivate}
        </button>
      )}
      {mayAdd && (
        <AddByName
          label={s.addMember(group.name)}
          groups={offered}
          onAdd={({ users, groups }) =>
            void run(administration.changeMembers(group.id, { add: [...users], add_subgroups: [...groups] }))
          }
        />
      )}
      <ul class={styles.chips} role="list" aria-label={s.members_of(group.name)}>
        {group.direct_subgroup_ids.map((id) => (
          <Chip
            key={`g${id}`}
            name={groupName(store, id)}
            remove={
              isManager ? () => void run(administration.changeMembers(group.id, { delete_subgroups: [id] })) : null
            }
          />
        ))}
        {group.members.map((id) => (
          <Chip
            key={`u${id}`}
            name={store.people.users.get(id)?.full_name ?? String(id)}
            remove={mayRemove ? () => void run(administration.changeMembers(group.id, { delete: [id] })) : null}
          />
        ))}
      </ul>
      <Failure text={failure} />
      <details class={styles.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{s.settingsOf(group.name)}</summary>
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
