import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { Person } from '../../store/people';
import { Answers, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';

const ROLES = [100, 200, 300, 400, 600] as const;
/** So many rows are drawn; a search finds the others. */
const MOST_ROWS = 200;

/** The people of the organization: roles, and accounts that end and begin again. */
export function Users() {
  const { store } = useClient();
  const [wanted, setWanted] = useState('');
  const [isInactive, setInactive] = useState(false);
  const reason = reasonAgainst(store.own?.role, false);
  const words = wanted.trim().toLowerCase();
  const people = store.people.users
    .all()
    .filter(({ standing, is_bot }) => !is_bot && standing === (isInactive ? 'inactive' : 'active'))
    .filter((user) => words === '' || `${user.full_name} ${addressOf(user)}`.toLowerCase().includes(words))
    .sort((one, other) => one.full_name.localeCompare(other.full_name));
  return (
    <>
      <div class={styles.form}>
        <label>
          {s.searchUsers}
          <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
        </label>
        <label class={styles.switch}>
          <input
            type="checkbox"
            checked={isInactive}
            onChange={({ currentTarget }) => setInactive(currentTarget.checked)}
          />
          {s.deactivatedUsers}
        </label>
        {reason !== null && (
          <p class={styles.reason} id="why-users">
            {reason}
          </p>
        )}
      </div>
      <p role="status">{s.userCount(people.length)}</p>
      <ul class={styles.list} role="list">
        {people.slice(0, MOST_ROWS).map((user) => (
          <UserRow key={user.user_id} user={user} reason={reason} />
        ))}
      </ul>
      {people.length > MOST_ROWS && <p>{s.andMore(people.length - MOST_ROWS)}</p>}
    </>
  );
}

function UserRow({ user, reason }: { readonly user: Person; readonly reason: string | null }) {
  const { administration } = useClient();
  const { failure, run } = useAction();
  const [isAsked, setAsked] = useState(false);
  const { user_id: id, full_name: name, role, standing } = user;
  const isDisabled = reason !== null;
  const describedBy = isDisabled ? 'why-users' : undefined;
  const give = (to: number) => administration.changeUser(id, { role: ROLES.find((one) => one === to) });
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{addressOf(user)}</small>
      </span>
      {standing === 'active' && (
        <select
          aria-label={s.roleOf(name)}
          value={String(role)}
          disabled={isDisabled}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) =>
            void run(give(Number(currentTarget.value)), s.saved, () => void run(give(role))).then((isDone) => {
              if (!isDone) currentTarget.value = String(role);
            })
          }
        >
          {ROLES.map((one) => (
            <option key={one} value={String(one)}>
              {wordsOf(`role_${one}`)}
            </option>
          ))}
        </select>
      )}
      {standing === 'active' ? (
        <button
          class={styles.button}
          disabled={isDisabled}
          aria-describedby={describedBy}
          onClick={() => setAsked(true)}
        >
          {s.deactivate}
        </button>
      ) : (
        <button
          class={styles.button}
          disabled={isDisabled}
          aria-describedby={describedBy}
          onClick={() => void run(administration.reactivateUser(id))}
        >
          {s.reactivate}
        </button>
      )}
      {!isAsked && <Failure text={failure} />}
      {isAsked && <DeactivationDialog user={user} onClose={() => setAsked(false)} />}
    </li>
  );
}

function DeactivationDialog({ user, onClose }: { readonly user: Person; onClose(): void }) {
  const { administration } = useClient();
  const { failure, run } = useAction();
  const { user_id: id, full_name: name } = user;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(administration.deactivateUser(id), s.saved, () => void run(administration.reactivateUser(id)));
  };
  return (
    <Dialog title={s.deactivateQuestion(name)} onClose={onClose}>
      <form class={styles.form} onSubmit={onSubmit}>
        <p>{s.deactivateWhat(name)}</p>
        <Answers confirm={s.deactivate} isDangerous failure={failure} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const addressOf = ({ delivery_email: real, email }: Person): string => real ?? email;
