import { useId } from 'preact/hooks';
import type { Entry } from './candidates';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly candidates: readonly Entry[];
  /** The field may stay empty. */
  readonly isOptional?: boolean;
  readonly isDisabled: boolean;
  readonly describedBy: string | undefined;
  onChange(text: string): void;
}

/** So many names are suggested; typing on finds the others. */
const MAX_SUGGESTIONS = 50;

/** A field for names of people, channels or groups, with suggestions. */
export function NamedInput({ label, value, candidates, isOptional = false, isDisabled, describedBy, onChange }: Props) {
  const list = useId();
  const words = value.trim().toLowerCase();
  const suggested = candidates.filter((one) => one.label.toLowerCase().includes(words)).slice(0, MAX_SUGGESTIONS);
  return (
    <label>
      {label}
      <input
        required={!isOptional}
        dir="auto"
        list={list}
        value={value}
        readOnly={isDisabled}
        aria-describedby={describedBy}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {suggested.map((one) => (
          <option key={one.key} value={one.label} />
        ))}
      </datalist>
    </label>
  );
}
