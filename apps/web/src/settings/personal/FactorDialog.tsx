import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import { makePasskey } from '../../server/settings/passkeys';
import type { FactorsKnown, NewFactor, Proof, SecondFactor } from '../../server/settings/second-factors';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import styles from '../settings.module.css';
import { s } from '../words';
import { Field, ProofFields } from './ProofFields';

/** What the user wants to do with a factor. */
export type FactorTask =
  { readonly kind: 'totp' | 'passkey' | 'codes' } | { readonly kind: 'remove'; readonly factor: SecondFactor };

interface Props {
  readonly task: FactorTask;
  readonly known: FactorsKnown;
  onClose(): void;
  /** @param codes new recovery codes to show; empty: none */
  onDone(codes: readonly string[]): void;
}

const TITLES = { totp: 'addApp', passkey: 'addPasskey', codes: 'newRecoveryCodes', remove: 'removeFactor' } as const;

/** Asks for what a task needs: a name, the password, and the code of a new app. */
export function FactorDialog({ task, known, onClose, onDone }: Props) {
  const { secondFactors } = useClient();
  const [label, setLabel] = useState('');
  const [proof, setProof] = useState<Proof>({});
  const [begun, setBegun] = useState<NewFactor | null>(null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isNew = task.kind === 'totp' || task.kind === 'passkey';

  const confirm = async (id: number, shown: { code?: string; credential?: string }) => {
    const { refusal, ...confirmed } = await secondFactors.confirm(id, shown);
    if (refusal) return setFailure(refusal.message || t.notReached);
    onDone('answer' in confirmed ? confirmed.answer.recovery_codes : []);
  };
  const begin = async (kind: 'totp' | 'passkey') => {
    const made = await secondFactors.begin(kind, label, proof);
    if (made.refusal) return setFailure(made.refusal.message || t.notReached);
    if (kind === 'totp') return setBegun(made.answer);
    const credential = await makePasskey(made.answer.options ?? {}).catch(() => null);
    if (credential === null) return setFailure(s.passkeyFailed);
    await confirm(made.answer.id, { credential });
  };
  const work = async () => {
    setFailure(null);
    if (begun) return confirm(begun.id, { code });
    if (task.kind === 'remove') {
      const refusal = await secondFactors.remove(task.factor.id, proof);
      return refusal ? setFailure(refusal.message || t.notReached) : onDone([]);
    }
    if (task.kind !== 'codes') return begin(task.kind);
    const made = await secondFactors.renewCodes(proof);
    return made.refusal ? setFailure(made.refusal.message || t.notReached) : onDone(made.answer.recovery_codes);
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void work();
  };
  const title = s[TITLES[task.kind]];
  return (
    <Dialog title={title} onClose={onClose}>
      <form class={styles.form} onSubmit={onSubmit}>
        {task.kind === 'remove' && <p>{s.removeFactorWhat(task.factor.label)}</p>}
        {task.kind === 'codes' && <p>{s.newRecoveryCodesWhat}</p>}
        {isNew && !begun && <Field label={s.factorName} value={label} onValue={setLabel} most={60} />}
        {!begun && !known.is_login_fresh && (
          <ProofFields asksCode={known.second_factors.length > 0} proof={proof} onProof={setProof} />
        )}
        {begun && <ScanCode begun={begun} />}
        {begun && (
          <Field label={s.appCode} value={code} onValue={setCode} most={64} autocomplete="one-time-code" isNeeded />
        )}
        <DialogButtons
          confirm={isNew ? s.goOn : title}
          isDangerous={task.kind === 'remove'}
          failure={failure}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function ScanCode({ begun }: { readonly begun: NewFactor }) {
  return (
    <>
      <p>{s.scanCode}</p>
      <img src={begun.qr_code} alt={s.qrCode} width={220} height={220} />
      <p>
        {s.factorKey}: <code>{begun.secret}</code>
      </p>
    </>
  );
}
