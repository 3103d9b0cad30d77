import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { NewKey } from '../../server/settings/credentials';
import type { Outcome } from '../../server/refusal';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { Failure } from '../Failure';
import { useLoaded } from '../loading';
import styles from '../settings.module.css';
import { s } from '../words';
import { downloadZuliprc } from '../zuliprc';
import { Field } from './ProofFields';

/** A key of the user's own for other programs, as the file that they read. */
export function OwnKey({ onMade }: { onMade(): void }) {
  const { store, credentials, secondFactors } = useClient();
  const { value: factors } = useLoaded(() => secondFactors.list(), '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const email = store.organization.get('delivery_email');
  const take = async (asked: Promise<Outcome<NewKey>>): Promise<void> => {
    setFailure(null);
    const made = await asked;
    if (made.refusal) return setFailure(made.refusal.message || t.notReached);
    const { api_key: newKey } = made.answer;
    setKey(newKey);
    setPassword('');
    setCode('');
    setAsked(false);
    downloadZuliprc({ email, key: newKey });
    onMade();
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void take(isAsked ? credentials.renewKey() : credentials.keyFor(email, password, code));
  };
  const asksCode = factors !== null && factors.second_factors.length > 0 && !factors.is_login_fresh;
  return (
    <>
      <form class={styles.form} onSubmit={onSubmit}>
        <p>{s.ownKeyHelp}</p>
        <label>
          {s.passwordForKey}
          <input
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onInput={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </label>
        {asksCode && (
          <Field label={s.proofCode} value={code} onValue={setCode} most={64} autocomplete="one-time-code" isNeeded />
        )}
        {!isAsked && <Failure text={failure} />}
        <div class={styles.text}>
          <button class={styles.button}>{s.zuliprc}</button>
          <button type="button" class={styles.danger} onClick={() => setAsked(true)}>
            {s.newKey}
          </button>
        </div>
      </form>
      {key !== null && (
        <p role="status">
          {s.apiKey}: <code>{key}</code>
        </p>
      )}
      {isAsked && (
        <Dialog title={s.newKey} onClose={() => setAsked(false)}>
          <form class={styles.form} onSubmit={onSubmit}>
            <p>{s.newOwnKeyWhat}</p>
            <DialogButtons confirm={s.newKey} isDangerous failure={failure} onCancel={() => setAsked(false)} />
          </form>
        </Dialog>
      )}
    </>
  );
}
