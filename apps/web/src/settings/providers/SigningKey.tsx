import type { IdentityProvider } from '../../server/settings/identity-providers';
import styles from '../settings.module.css';
import { s } from '../words';

export type KeyStep = 'prepare' | 'switch' | 'discard';

interface Props {
  readonly provider: IdentityProvider;
  onStep(step: KeyStep): void;
}

/** Changes the key with which the server signs what a SAML provider gets. The provider learns of a new one first. */
export function SigningKey({ provider: { settings }, onStep }: Props) {
  const hasNext = settings.has_next_key === true;
  return (
    <div class={styles.text}>
      <p>{hasNext ? s.keySwitchHelp : s.keyPrepareHelp}</p>
      {!hasNext && (
        <button class={styles.button} onClick={() => onStep('prepare')}>
          {s.keyPrepare}
        </button>
      )}
      {hasNext && (
        <>
          <button class={styles.button} onClick={() => onStep('switch')}>
            {s.keySwitch}
          </button>
          <button class={styles.button} onClick={() => onStep('discard')}>
            {s.keyDiscard}
          </button>
        </>
      )}
    </div>
  );
}
