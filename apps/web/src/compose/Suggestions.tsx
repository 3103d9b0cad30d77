import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { classes } from '../ui/classes';
import type { Candidate } from './candidates';
import styles from './Suggestions.module.css';

interface Suggestions {
  /** To be asked before anything else that keys do. True: the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** What the field says of its list. */
  readonly attributes: { 'aria-autocomplete': 'list'; 'aria-controls'?: string; 'aria-activedescendant'?: string };
  readonly list: ComponentChildren;
  readonly isOpen: boolean;
}

interface Options {
  /** Other values are as good: Enter and Tab take what an arrow has chosen before, and nothing otherwise. */
  readonly isFree?: boolean;
  /** The list takes room of its own, where one above the field would be cut off. */
  readonly isWithin?: boolean;
  /** What another key does with the one that Enter would take. True: it was for the list. */
  onOther?(key: string, candidate: Candidate): boolean;
}

const NONE = -1;

/**
 * A list of suggestions beside a field: arrows move in it, Enter and Tab take the first or what was moved to, Escape
 * closes.
 */
export function useSuggestions(
  candidates: readonly Candidate[],
  choose: (candidate: Candidate) => void,
  close: () => void,
  { isFree = false, isWithin = false, onOther }: Options = {},
): Suggestions {
  const id = useId();
  const first = isFree ? NONE : 0;
  const [active, setActive] = useState(first);
  const key = candidates.map((one) => one.key).join();
  // Before the next key: an arrow that moved in the new list must not be undone.
  useLayoutEffect(() => setActive(first), [key, first]);
  const isOpen = candidates.length > 0;
  const at = Math.min(active, candidates.length - 1);
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive((at + 1) % candidates.length),
      ArrowUp: () => setActive((Math.max(at, 0) - 1 + candidates.length) % candidates.length),
      ...(at === NONE ? {} : { Enter: () => choose(candidates[at]!), Tab: () => choose(candidates[at]!) }),
      Escape: close,
    };
    const step = event.shiftKey ? undefined : steps[event.key];
    const isDone = step === undefined && at !== NONE && onOther?.(event.key, candidates[at]!) === true;
    if (!step && !isDone) return false;
    event.preventDefault();
    step?.();
    return true;
  };
  const options = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => options.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at, key]);
  const list = isOpen && (
    <ul
      ref={options}
      class={classes(styles.list, isWithin && styles.within)}
      role="listbox"
      id={id}
      aria-label={t.suggestions}
      tabIndex={0}
      onPointerDown={(event) => event.preventDefault()} // the focus stays in the field
    >
      {candidates.map((one, index) => (
        <li
          key={one.key}
          id={`${id}-${index}`}
          class={styles.option}
          role="option"
          aria-selected={index === at}
          onClick={() => choose(one)}
        >
          {one.symbol && <span aria-hidden="true">{one.symbol}</span>}
          <span class={styles.label} dir="auto">
            {one.label}
          </span>
          {one.detail && (
            <span class={styles.detail} dir="auto">
              {one.detail}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
  const attributes = {
    'aria-autocomplete': 'list' as const,
    ...(isOpen && { 'aria-controls': id, ...(at !== NONE && { 'aria-activedescendant': `${id}-${at}` }) }),
  };
  return { onKeyDown, attributes, list, isOpen };
}
