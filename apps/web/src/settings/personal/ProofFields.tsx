import type { Proof } from '../../server/settings/second-factors';
import { s } from '../words';

interface ProofProps {
  /** The user has a second factor. */
  readonly asksCode: boolean;
  readonly proof: Proof;
  onProof(proof: Proof): void;
}

/** What shows that the user is there. */
export function ProofFields({ asksCode, proof, onProof }: ProofProps) {
  const { password = '', code = '' } = proof;
  return (
    <>
      <Field
        label={s.proofPassword}
        value={password}
        onValue={(value) => onProof({ ...proof, password: value })}
        most={1_000}
        autocomplete="current-password"
        isNeeded
      />
      {asksCode && (
        <Field
          label={s.proofCode}
          value={code}
          onValue={(value) => onProof({ ...proof, code: value })}
          most={64}
          autocomplete="one-time-code"
          isNeeded
        />
      )}
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly autocomplete?: string;
  readonly isNeeded?: boolean;
  onValue(value: string): void;
}

export function Field({ label, value, most, autocomplete, isNeeded, onValue }: FieldProps) {
  const shared = {
    autocomplete: autocomplete ?? 'off',
    required: isNeeded,
    maxLength: most,
    value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onValue(currentTarget.value),
  };
  return (
    <label>
      {label}
      {autocomplete === 'current-password' ? <input type="password" {...shared} /> : <input type="text" {...shared} />}
    </label>
  );
}
