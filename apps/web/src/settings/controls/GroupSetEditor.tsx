import type { GroupSetting } from '@parley/client';
import { useId, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { GroupSet, groupName, setOf } from './group-members';
import styles from '../settings.module.css';
import { s } from '../words';

interface Props {
  readonly label: string;
  readonly value: GroupSetting;
  /** Ids of the groups that may be in the set. */
  readonly groups: readonly number[];
  readonly isDisabled: boolean;
  onChange(set: GroupSet): void;
}

/** People and groups that a setting names, one by one; each change is saved at once. */
export function GroupSetEditor({ label, value, groups, isDisabled, onChange }: Props) {
  const { store } = useClient();
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const list = useId();
  const set = setOf(value);
  const chips = [
    ...set.direct_subgroups.map((id) => ({
      key: `g${id}`,
      name: groupName(store, id),
      rest: without(set, 'direct_subgroups', id),
    })),
    ...set.direct_members.map((id) => ({
      key: `u${id}`,
      name: store.people.users.get(id)?.full_name ?? String(id),
      rest: without(set, 'direct_members', id),
    })),
  ];
  const people = store.people.users.all().filter(({ standing }) => standing === 'active');
  const add = (event: Event) => {
    event.preventDefault();
    const wanted = text.trim().toLowerCase();
    const group = groups.find((id) => groupName(store, id).toLowerCase() === wanted);
    const user = people.find(({ full_name, email }) => [full_name.toLowerCase(), email.toLowerCase()].includes(wanted));
    setUnknown(group === undefined && !user);
    if (group !== undefined) onChange({ ...set, direct_subgroups: withOne(set.direct_subgroups, group) });
    else if (user) onChange({ ...set, direct_members: withOne(set.direct_members, user.user_id) });
    if (group !== undefined || user) setText('');
  };
  return (
    <div class={styles.set}>
      <ul class={styles.chips} role="list">
        {chips.map(({ key, name, rest }) => (
          <li key={key} class={styles.chip}>
            <span dir="auto">{name}</span>
            {!isDisabled && (
              <button type="button" aria-label={s.remove(name)} onClick={() => onChange(rest)}>
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isDisabled && (
        <form class={styles.text} onSubmit={add}>
          <input
            aria-label={s.addPersonOrGroup(label)}
            list={list}
            dir="auto"
            value={text}
            aria-invalid={isUnknown}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <datalist id={list}>
            {groups.map((id) => (
              <option key={`g${id}`} value={groupName(store, id)} />
            ))}
            {people.map(({ user_id, full_name }) => (
              <option key={`u${user_id}`} value={full_name} />
            ))}
          </datalist>
          <button class={styles.button}>{s.add}</button>
        </form>
      )}
      {isUnknown && <p role="alert">{s.noneFound}</p>}
    </div>
  );
}

const without = (set: GroupSet, part: keyof GroupSet, id: number): GroupSet => ({
  ...set,
  [part]: set[part].filter((one) => one !== id),
});

const withOne = (ids: readonly number[], id: number): number[] => [...new Set([...ids, id])];
