import type { GroupSetting } from '@parley/client';
import { useClient } from '../../app/client';
import { AddByName, Picked } from './AddByName';
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
  const add = ({ users, groups: picked }: Picked) =>
    onChange({
      direct_members: withMore(set.direct_members, users),
      direct_subgroups: withMore(set.direct_subgroups, picked),
    });
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
      {!isDisabled && <AddByName label={s.addPersonOrGroup(label)} groups={groups} onAdd={add} />}
    </div>
  );
}

const without = (set: GroupSet, part: keyof GroupSet, id: number): GroupSet => ({
  ...set,
  [part]: set[part].filter((one) => one !== id),
});

const withMore = (ids: readonly number[], more: readonly number[]): number[] => [...new Set([...ids, ...more])];
