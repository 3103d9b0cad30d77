import { useRef, useState } from 'preact/hooks';

const written = new Map<string, unknown>();

interface UnsentInput<T> {
  readonly value: T;
  set(next: T): void;
  /** As `set`, from what was written last. */
  change(step: (now: T) => T): void;
  /** It was sent. */
  forget(): void;
}

/**
 * What the user writes in a dialog or a form of a view, which Escape leaves: it is there again when that is opened again,
 * for as long as the page is open.
 *
 * @param name of the dialog or form and what it is about
 * @param before what it begins with
 */
export function useUnsentInput<T>(name: string, before: T): UnsentInput<T> {
  const [value, setValue] = useState(() => (written.has(name) ? (written.get(name) as T) : before));
  const last = useRef(value);
  const set = (next: T) => {
    last.current = next;
    written.set(name, next);
    setValue(next);
  };
  return {
    value,
    set,
    change: (step) => set(step(last.current)),
    forget: () => void written.delete(name),
  };
}
