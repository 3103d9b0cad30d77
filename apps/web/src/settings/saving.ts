import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import type { Refusal } from '../server/refusal';
import { s } from './words';

interface Saving {
  /** What the user chose and the server has not confirmed, or what is stored. */
  readonly shown: unknown;
  /** What the server said against the last try. */
  readonly failure: string | null;
  change(value: unknown): void;
}

/** Shows a choice at once, says that it was saved, and offers the way back; takes it back when the server refuses. */
export function useSaving(
  stored: unknown,
  save: (value: unknown) => Promise<Refusal | null>,
  wishFor: (stored: unknown) => unknown = (value) => value,
): Saving {
  const { notices } = useClient();
  const [chosen, setChosen] = useState<{ value: unknown; instead: unknown } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // The store has moved on: what was chosen has come, or another user chose something else.
  useEffect(() => setChosen(null), [JSON.stringify(stored)]);
  const isPending = chosen !== null && isSame(chosen.instead, stored);
  const put = async (value: unknown, undo: (() => void) | null): Promise<void> => {
    setChosen({ value, instead: stored });
    setFailure(null);
    const refusal = await save(value);
    if (!refusal) return notices.say(s.saved, undo);
    setChosen(null);
    setFailure(refusal.message === '' ? t.notReached : refusal.message);
  };
  return {
    shown: isPending ? chosen.value : stored,
    failure,
    change: (value) => {
      if (isSame(value, stored) && !isPending) return;
      void put(value, () => void put(wishFor(stored), null));
    },
  };
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
