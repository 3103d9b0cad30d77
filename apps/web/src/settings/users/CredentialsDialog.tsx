import { useClient } from '../../app/client';
import type { Refusal } from '../../server/refusal';
import type { Person } from '../../store/people';
import { Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { useLoaded } from '../loading';
import { KeyList, SessionList } from '../personal/CredentialLists';
import styles from '../settings.module.css';
import { s } from '../words';

interface Props {
  readonly user: Person;
  onClose(): void;
}

/** Where a user is logged in, and which programs have a key; for administrators. */
export function CredentialsDialog({ user: { user_id: userId, full_name: name }, onClose }: Props) {
  const { credentials } = useClient();
  const { failure, run } = useAction();
  const { value, reload } = useLoaded(
    async () => ({ sessions: await credentials.sessionsOf(userId), keys: await credentials.apiKeysOf(userId) }),
    String(userId),
  );
  const end = (work: Promise<Refusal | null>) => void run(work).then(() => reload());
  return (
    <Dialog title={s.credentialsOf(name)} onClose={onClose}>
      <Failure text={failure} />
      {value?.sessions.length === 0 && value.keys.length === 0 && <p>{s.noCredentials}</p>}
      {value && <SessionList sessions={value.sessions} onEnd={(id) => end(credentials.endSessionOf(userId, id))} />}
      {value && value.sessions.length > 0 && (
        <button class={styles.danger} onClick={() => end(credentials.endSessionsOf(userId))}>
          {s.signOutEverywhere}
        </button>
      )}
      {value && value.keys.length > 0 && <h3>{s.apiKeys}</h3>}
      {value && <KeyList keys={value.keys} onRevoke={(id) => end(credentials.revokeKeyOf(userId, id))} />}
    </Dialog>
  );
}
