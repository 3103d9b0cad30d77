import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { GoneGroupRow } from '../groups/GoneGroupRow';
import { GroupRow } from '../groups/GroupRow';
import { reasonIn } from '../permission-reasons';
import { CreationForm } from './CreationForm';
import styles from '../settings.module.css';
import { s } from '../words';

/** Groups that users made. */
export function Groups() {
  const { store, administration } = useClient();
  const [isInactive, setInactive] = useState(false);
  const groups = store.people.groups
    .all()
    .filter(({ is_system_group, deactivated }) => !is_system_group && deactivated === isInactive)
    .sort((one, other) => one.name.localeCompare(other.name));
  const reason = reasonIn(store, 'realm_can_create_groups');
  return (
    <>
      <CreationForm
        fields={[
          { key: 'name', label: s.name, most: 100 },
          { key: 'description', label: s.description_field, most: 1_000, isOptional: true },
        ]}
        button={s.createGroup}
        reason={reason}
        create={({ name, description }) =>
          administration.createGroup({ name: name!, description: description ?? '', members: [store.me] })
        }
      />
      <label class={styles.switch}>
        <input
          type="checkbox"
          checked={isInactive}
          onChange={({ currentTarget }) => setInactive(currentTarget.checked)}
        />
        {s.deactivatedGroups}
      </label>
      {groups.length === 0 && <p>{isInactive ? s.noDeactivatedGroups : s.noGroups}</p>}
      <ul class={styles.list} role="list">
        {groups.map((group) =>
          isInactive ? <GoneGroupRow key={group.id} group={group} /> : <GroupRow key={group.id} group={group} />,
        )}
      </ul>
    </>
  );
}
