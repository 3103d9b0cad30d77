import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { FactorsKnown, SecondFactor } from '../../server/settings/second-factors';
import { wholeTimeOf } from '../../ui/time';
import styles from '../settings.module.css';
import { s } from '../words';
import { FactorDialog, FactorTask } from './FactorDialog';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';

/** The second factors of the user, and the recovery codes. */
export function SecondFactors() {
  const { secondFactors, notices } = useClient();
  const [known, setKnown] = useState<FactorsKnown | null>(null);
  const [task, setTask] = useState<FactorTask | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const load = () => void secondFactors.list().then(setKnown, () => undefined);
  useEffect(load, []);
  if (!known) return null;
  const onDone = (made: readonly string[]) => {
    setTask(null);
    setCodes(made);
    notices.say(s.saved);
    load();
  };
  const { second_factors: factors, recovery_codes_left: left, is_required: isRequired } = known;
  return (
    <>
      <p>{s.factorsHelp}</p>
      {isRequired && <p>{s.factorsRequired}</p>}
      {factors.length === 0 && <p>{s.factorsNone}</p>}
      <ul class={styles.list} role="list">
        {factors.map((factor) => (
          <Factor key={factor.id} factor={factor} onRemove={() => setTask({ kind: 'remove', factor })} />
        ))}
      </ul>
      <div class={styles.text}>
        <button class={styles.button} onClick={() => setTask({ kind: 'totp' })}>
          {s.addApp}
        </button>
        <button class={styles.button} onClick={() => setTask({ kind: 'passkey' })}>
          {s.addPasskey}
        </button>
      </div>
      {factors.length > 0 && (
        <>
          <h2>{s.recoveryCodes}</h2>
          <p>{s.recoveryCodesLeft(left)}</p>
          <button class={styles.button} onClick={() => setTask({ kind: 'codes' })}>
            {s.newRecoveryCodes}
          </button>
        </>
      )}
      {task && <FactorDialog task={task} known={known} onClose={() => setTask(null)} onDone={onDone} />}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  );
}

function Factor({ factor, onRemove }: { readonly factor: SecondFactor; onRemove(): void }) {
  const { kind, label, last_used: used } = factor;
  return (
    <li class={styles.item}>
      <span class={styles.about}>
        <span dir="auto">{label}</span>
        <small>
          {[
            kind === 'passkey' ? s.factorPasskey : s.factorApp,
            used === null ? s.factorUnused : s.factorUsed(wholeTimeOf(used)),
          ].join(' · ')}
        </small>
      </span>
      <button class={styles.button} aria-label={s.remove(label)} onClick={onRemove}>
        {s.removeShort}
      </button>
    </li>
  );
}
