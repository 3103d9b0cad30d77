import { useState } from 'preact/hooks';

const written = new Map<string, unknown>();

interface HalfWritten<T> {
  readonly value: T;
  set(next: T): void;
  /** It was sent. */
  forget(): void;
}

/**
 * What the user writes in a dialog, which Escape closes: it is there again when the dialog is opened again, for as long as
 * the page is open.
 *
 * @param name of the dialog and what it is about
 * @param before what it begins with
 */
export function useHalfWritten<T>(name: string, before: T): HalfWritten<T> {
  const [value, setValue] = useState(() => (written.has(name) ? (written.get(name) as T) : before));
  return {
    value,
    set: (next) => {
      written.set(name, next);
      setValue(next);
    },
    forget: () => void written.delete(name),
  };
}
