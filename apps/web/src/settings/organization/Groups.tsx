import type { UserGroup } from '@parley/client';
import { useId, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { isPermitted } from '../../store/rights';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { MembersNow } from '../controls/MembersNow';
import { CreationForm } from './CreationForm';
import styles from '../settings.module.css';
import { s } from '../words';

/** Groups that users made. */
export function Groups() {
  const { store, administration } = useClient();
  const groups = store.people.groups
    .all()
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .sort((one, other) => one.name.localeCompare(other.name));
  const reason = isPermitted(store, store.organization.get('realm_can_create_groups')) ? null : s.notPermitted;
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
      {groups.length === 0 && <p>{s.noGroups}</p>}
      <ul class={styles.list} role="list">
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
    </>
  );
}

function GroupRow({ group }: { readonly group: UserGroup }) {
  const { store, administration } = useClient();
  const { failure, run } = useAction();
  const [text, setText] = useState('');
  const list = useId();
  const isManager =
    isPermitted(store, group.can_manage_group) ||
    isPermitted(store, store.organization.get('realm_can_manage_all_groups'));
  const people = store.people.users.all().filter(({ standing }) => standing === 'active');
  const add = (event: Event) => {
    event.preventDefault();
    const user = people.find(({ full_name }) => full_name.toLowerCase() === text.trim().toLowerCase());
    if (user) void run(administration.changeMembers(group.id, { add: [user.user_id] })).then(() => setText(''));
  };
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {group.name}
        <small>{group.description}</small>
        <MembersNow value={group.id} />
      </span>
      {isManager && (
        <>
          <form class={styles.text} onSubmit={add}>
            <input
              aria-label={s.addMember(group.name)}
              list={list}
              dir="auto"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
            <datalist id={list}>
              {people.map(({ user_id, full_name }) => (
                <option key={user_id} value={full_name} />
              ))}
            </datalist>
            <button class={styles.button}>{s.add}</button>
          </form>
          <ul class={styles.chips} role="list" aria-label={s.members_of(group.name)}>
            {group.members.map((id) => {
              const name = store.people.users.get(id)?.full_name ?? String(id);
              return (
                <li key={id} class={styles.chip}>
                  <span dir="auto">{name}</span>
                  <button
                    aria-label={s.remove(name)}
                    onClick={() => void run(administration.changeMembers(group.id, { delete: [id] }))}
                  >
                    ×
                  </button>
                </li>
              );
            })}
          </ul>
          <button class={styles.danger} onClick={() => void run(administration.deactivateGroup(group.id))}>
            {s.deactivate}
          </button>
        </>
      )}
      <Failure text={failure} />
    </li>
  );
}
