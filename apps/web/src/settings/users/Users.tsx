import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { useLoaded } from '../loading';
import type { SectionProps } from '../section-props';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { AccountFilter } from './AccountFilter';
import { BulkActions } from './BulkActions';
import { useListed } from './listed';
import { ROLES } from './roles';
import { addressOf, UserRow } from './UserRow';

/** So many rows are drawn; a search finds the others. */
const MAX_ROWS = 200;

/** The people of the organization: roles, and accounts that end and begin again. */
export function Users({ detail }: SectionProps) {
  const { store, secondFactors } = useClient();
  const [wanted, setWanted] = useState(() => store.people.users.get(Number(detail))?.full_name ?? '');
  const [isInactive, setInactive] = useState(false);
  const [role, setRole] = useState<number | undefined>(undefined);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const reason = reasonAgainst(store.own?.role, false);
  const { value: factors, reload } = useLoaded(
    async () => (reason === null ? secondFactors.counts() : null),
    String(reason),
  );
  const isListed = useListed(isInactive, role);
  const words = wanted.trim().toLowerCase();
  const people = store.people.users
    .all()
    .filter((user) => !user.is_bot && isListed(user))
    .filter((user) => words === '' || `${user.full_name} ${addressOf(user)}`.toLowerCase().includes(words))
    .sort((one, other) => one.full_name.localeCompare(other.full_name));
  const choosable = people.filter(({ accountState }) => accountState === 'active');
  const chosenPeople = choosable.filter(({ user_id: id }) => chosen.has(id));
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  return (
    <>
      <AccountFilter
        words={{ search: s.searchUsers, inactive: s.deactivatedUsers }}
        wanted={wanted}
        isInactive={isInactive}
        reason={reason}
        reasonId="why-users"
        onWanted={setWanted}
        onInactive={setInactive}
      />
      {reason === null && (
        <div class={styles.form}>
          <label>
            {s.role}
            <select
              aria-label={s.role}
              value={String(role ?? '')}
              onChange={({ currentTarget: { value } }) => setRole(value === '' ? undefined : Number(value))}
            >
              <option value="">{s.allRoles}</option>
              {ROLES.map((one) => (
                <option key={one} value={String(one)}>
                  {wordsOf(`role_${one}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {reason === null && !isInactive && (
        <>
          <label class={styles.switch}>
            <input
              type="checkbox"
              checked={chosenPeople.length > 0 && chosenPeople.length === choosable.length}
              onChange={({ currentTarget }) =>
                setChosen(new Set(currentTarget.checked ? choosable.map(({ user_id: id }) => id) : []))
              }
            />
            {s.selectAll}
          </label>
          {chosenPeople.length > 0 && <BulkActions users={chosenPeople} onDone={() => setChosen(new Set())} />}
        </>
      )}
      <p role="status">{s.userCount(people.length)}</p>
      <ul class={styles.list} role="list">
        {people.slice(0, MAX_ROWS).map((user) => (
          <UserRow
            key={user.user_id}
            user={user}
            reason={reason}
            factors={factors?.get(user.user_id) ?? 0}
            isChosen={chosen.has(user.user_id)}
            onFactors={reload}
            onChoose={(isChosen) => choose(user.user_id, isChosen)}
          />
        ))}
      </ul>
      {people.length > MAX_ROWS && <p>{s.andMore(people.length - MAX_ROWS)}</p>}
    </>
  );
}
