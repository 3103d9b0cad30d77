import { useClient } from '../../app/client';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s } from '../words';

/** Users whose messages the user does not see. */
export function MutedUsers() {
  const { store, settings } = useClient();
  const { failure, runWithUndo } = useAction();
  const muted = store.lists
    .get('muted_users')
    .map(({ id }) => ({ id, name: store.people.users.get(id)?.full_name ?? String(id) }));
  if (muted.length === 0) return <p>{s.noMutedUsers}</p>;
  return (
    <>
      <Failure text={failure} />
      <ul class={styles.list} role="list">
        {muted.map(({ id, name }) => (
          <li key={id} class={styles.item}>
            <span class={styles.about} dir="auto">
              {name}
            </span>
            <button
              class={styles.button}
              aria-label={s.unmute(name)}
              onClick={() => void runWithUndo(settings.unmuteUser(id), () => settings.muteUser(id))}
            >
              {s.unmuteShort}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
