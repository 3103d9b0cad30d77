import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { IdentityProvider } from '../../server/settings/identity-providers';
import { Dialog } from '../../ui/Dialog';
import { wholeTimeOf } from '../../ui/time';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { useLoaded } from '../loading';
import styles from '../settings.module.css';
import { s } from '../words';

interface Props {
  readonly provider: IdentityProvider;
  onClose(): void;
}

/** The tokens with which a provider writes users and groups. Two are valid at once, so that a new one is tried first. */
export function ScimTokensDialog({ provider: { id: providerId, name }, onClose }: Props) {
  const { identityProviders } = useClient();
  const { failure, run } = useAction();
  const [made, setMade] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { value: tokens, reload } = useLoaded(() => identityProviders.scimTokens(providerId), String(providerId));
  const make = async () => {
    setRefusal(null);
    const outcome = await identityProviders.makeScimToken(providerId);
    if (outcome.refusal) return setRefusal(outcome.refusal.message || t.notReached);
    setMade(outcome.answer.token);
    reload();
  };
  const end = (id: number) => void run(identityProviders.endScimToken(providerId, id)).then(() => reload());
  return (
    <Dialog title={s.scimTokensOf(name)} onClose={onClose}>
      <p>{s.scimTokensHelp}</p>
      <ul class={styles.list} role="list">
        {tokens?.map(({ id, date_created: created, last_used: used }) => (
          <li key={id} class={styles.item}>
            <span class={styles.about}>
              {s.scimTokenOf(wholeTimeOf(created))}
              <small>{used === null ? s.neverUsed : s.lastUsed(wholeTimeOf(used))}</small>
            </span>
            <button
              class={styles.button}
              aria-label={s.remove(s.scimTokenOf(wholeTimeOf(created)))}
              onClick={() => end(id)}
            >
              {s.removeShort}
            </button>
          </li>
        ))}
      </ul>
      <button class={styles.button} onClick={() => void make()}>
        {s.newScimToken}
      </button>
      <Failure text={failure ?? refusal} />
      {made !== null && (
        <p role="status">
          {s.scimTokenOnce} <code>{made}</code>
        </p>
      )}
    </Dialog>
  );
}
