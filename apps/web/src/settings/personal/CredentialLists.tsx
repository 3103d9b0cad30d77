import type { ApiKey, Session } from '../../server/settings/credentials';
import { wholeTimeOf } from '../../ui/time';
import styles from '../settings.module.css';
import { s } from '../words';

interface SessionListProps {
  readonly sessions: readonly Session[];
  onEnd(id: number): void;
}

/** Browsers that are logged in. The one that shows them is ended by logging out. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ul class={styles.list} role="list">
      {sessions.map(({ id, user_agent: program, ip_address: address, last_seen: seen, is_current: isHere }) => (
        <li key={id} class={styles.item}>
          <span class={styles.about}>
            {isHere ? s.sessionHere : program}
            <small>{[address, s.lastUsed(wholeTimeOf(seen))].filter(Boolean).join(' · ')}</small>
          </span>
          {!isHere && (
            <button class={styles.button} onClick={() => onEnd(id)}>
              {s.endSession}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  onRevoke(id: number): void;
}

/** Programs that have a key. */
export function KeyList({ keys, onRevoke }: KeyListProps) {
  return (
    <ul class={styles.list} role="list">
      {keys.map(({ id, client, date_created: made }) => (
        <li key={id} class={styles.item}>
          <span class={styles.about}>
            {client}
            <small>{wholeTimeOf(made)}</small>
          </span>
          <button class={styles.button} aria-label={s.remove(client)} onClick={() => onRevoke(id)}>
            {s.removeShort}
          </button>
        </li>
      ))}
    </ul>
  );
}
