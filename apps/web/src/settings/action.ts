import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import type { Refusal } from '../server/refusal';
import { s } from './words';

interface Action {
  /** What the server said against it. */
  readonly failure: string | null;
  /** @param done what is said when it went well; absent: "Saved" @returns whether it did */
  run(work: Promise<Refusal | null>, done?: string, undo?: () => void): Promise<boolean>;
}

/** Something that a button asks of the server. */
export function useAction(): Action {
  const { notices } = useClient();
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (work: Promise<Refusal | null>, done = s.saved, undo: (() => void) | null = null) => {
    setFailure(null);
    const refusal = await work;
    if (refusal) setFailure(refusal.message === '' ? t.notReached : refusal.message);
    else notices.say(done, undo);
    return refusal === null;
  };
  return { failure, run };
}
