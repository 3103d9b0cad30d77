import { useId, useState } from 'preact/hooks';
import type { Candidate } from '../compose/candidates';
import { best } from '../compose/completion';
import { useSuggestions } from '../compose/Suggestions';
import styles from './actions.module.css';

interface Option {
  readonly id: number;
  readonly name: string;
  /** Tells it from others of that name. */
  readonly detail?: string;
}

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  readonly options: readonly Option[];
  readonly isDisabled?: boolean;
  onChange(id: number): void;
}

/** So many are in the list; typing finds the others. */
const MAX_OPTIONS = 200;

/** One of many, found by typing a part of its name. It shows what is chosen while nothing is typed. */
export function ChoiceField({ label, value, options, isDisabled, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const query = typed?.trim() ?? '';
  const found = best(options, query, ({ name }) => name, MAX_OPTIONS);
  const close = () => {
    setAsked(false);
    setTyped(null);
  };
  const choose = (chosen: Pick<Candidate, 'key'>) => {
    close();
    onChange(Number(chosen.key));
  };
  const candidates = found.map((one) => ({
    ...{ key: String(one.id), label: one.name, detail: one.detail, insert: one.name },
  }));
  const suggestions = useSuggestions(isAsked ? candidates : [], choose, close, {
    isWithin: true,
    isFree: query === '',
  });
  /** What was typed is meant, however the field is left. */
  const leave = () => (query !== '' && candidates[0] ? choose(candidates[0]) : close());
  const onKeyDown = (event: KeyboardEvent) => {
    // Where the list is open Escape closes it, and not the dialog.
    if (suggestions.onKeyDown(event)) return event.stopPropagation();
    if (event.key === 'ArrowDown') setAsked(true);
    if (event.key === 'Enter' && query !== '') event.preventDefault(); // nothing has that name
  };
  return (
    <div class={styles.field}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        aria-expanded={suggestions.isOpen}
        disabled={isDisabled}
        value={typed ?? options.find((one) => one.id === value)?.name ?? ''}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => setAsked(true)}
        onInput={({ currentTarget }) => {
          setAsked(true);
          setTyped(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
        {...suggestions.attributes}
      />
      {suggestions.list}
    </div>
  );
}
