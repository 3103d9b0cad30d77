import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { ApiKey, Session } from '../../server/settings/credentials';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s } from '../words';
import { KeyList, SessionList } from './CredentialLists';
import { OwnKey } from './OwnKey';
import { SignOutEverywhere } from './SignOutEverywhere';

interface Known {
  readonly sessions: readonly Session[];
  readonly keys: readonly ApiKey[];
}

/** Where the user is logged in, and which programs have a key. */
export function Sessions() {
  const { credentials } = useClient();
  const { failure, run } = useAction();
  const [known, setKnown] = useState<Known>({ sessions: [], keys: [] });
  const load = async (): Promise<void> => {
    const [sessions, keys] = await Promise.all([credentials.sessions(), credentials.apiKeys()]);
    setKnown({ sessions, keys });
  };
  useEffect(() => void load().catch(() => undefined), []);
  const end = (work: ReturnType<typeof credentials.endSession>) =>
    void run(work).then((isDone) => (isDone ? load() : undefined));
  const others = known.sessions.filter(({ is_current }) => !is_current);
  return (
    <>
      <Failure text={failure} />
      <SessionList sessions={known.sessions} onEnd={(id) => end(credentials.endSession(id))} />
      <button
        class={styles.danger}
        disabled={others.length === 0}
        aria-describedby={others.length === 0 ? 'why-sessions' : undefined}
        onClick={() => end(credentials.endOtherSessions())}
      >
        {s.signOutElsewhere}
      </button>
      {others.length === 0 && (
        <p class={styles.reason} id="why-sessions">
          {s.noSessions}
        </p>
      )}
      <SignOutEverywhere />
      <h2>{s.apiKeys}</h2>
      <OwnKey onMade={() => void load().catch(() => undefined)} />
      <KeyList keys={known.keys} onRevoke={(id) => end(credentials.revokeKey(id))} />
    </>
  );
}
