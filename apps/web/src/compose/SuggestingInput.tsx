import { useRef, useState } from 'preact/hooks';
import type { Candidate } from './candidates';
import styles from './Compose.module.css';
import { focusNext } from './editing';
import { useSuggestions } from './Suggestions';

interface Props {
  readonly label: string;
  /** A field whose values come from a list is a combobox; one for any words is a textbox. */
  readonly role?: 'combobox';
  readonly class?: string;
  readonly placeholder: string;
  readonly maxLength?: number;
  readonly value: string;
  candidatesFor(query: string): readonly Candidate[];
  onValue(value: string): void;
  onChoose(candidate: Candidate): void;
  /** One value is enough: the next field gets the focus once it is chosen. */
  readonly isSingle?: boolean;
  onFocus?(): void;
  onBlur?(): void;
  onKeyDown?(event: KeyboardEvent): void;
}

/** A field of one line with suggestions. */
export function SuggestingInput({ label, role, value, candidatesFor, ...props }: Props) {
  const [isAsked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const close = () => setAsked(false);
  const candidates = isAsked ? candidatesFor(value.trim()) : [];
  const choose = (candidate: Candidate) => {
    close();
    props.onChoose(candidate);
    if (props.isSingle) focusNext(input.current!);
  };
  const suggestions = useSuggestions(candidates, choose, close);
  return (
    <div class={props.class}>
      {suggestions.list}
      <input
        ref={input}
        class={styles.input}
        type="text"
        role={role}
        aria-label={label}
        aria-expanded={role && suggestions.isOpen}
        autocomplete="off"
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        value={value}
        onFocus={props.onFocus}
        onBlur={() => {
          close();
          props.onBlur?.();
        }}
        onClick={() => setAsked(true)}
        onInput={({ currentTarget }) => {
          setAsked(true);
          props.onValue(currentTarget.value);
        }}
        onKeyDown={(event) => {
          // From a name that is written out, Tab leads on.
          const isDone = event.key === 'Tab' && !props.isSingle && candidates[0]?.label === value.trim();
          if (!isDone && suggestions.onKeyDown(event)) return;
          if (event.key === 'ArrowDown') setAsked(true);
          props.onKeyDown?.(event);
        }}
        {...suggestions.attributes}
      />
    </div>
  );
}
