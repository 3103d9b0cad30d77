import type { GroupSetting } from '@parley/client';
import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { peopleIn } from './group-members';
import styles from '../settings.module.css';
import { s } from '../words';

/** So many names are shown; the rest is a number. */
const MOST = 50;

/** How many people a setting names now, and who they are. */
export function CurrentMembers({ value }: { readonly value: GroupSetting }) {
  const { store } = useClient();
  const [isOpen, setOpen] = useState(false);
  const people = peopleIn(store, value);
  const rest = people.length - MOST;
  return (
    <details class={styles.members} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{s.whoIsInThis(people.length)}</summary>
      {isOpen && (
        <ul>
          {people.slice(0, MOST).map(({ user_id, full_name }) => (
            <li key={user_id} dir="auto">
              {full_name}
            </li>
          ))}
          {rest > 0 && <li>{s.andMore(rest)}</li>}
        </ul>
      )}
    </details>
  );
}
