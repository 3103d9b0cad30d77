import { useClient } from '../app/client';
import type { Refusal } from '../server/refusal';
import { useFailure } from './failure';
import { s } from './words';

interface Action {
  /** What the server said against it. */
  readonly failure: string | null;
  /** @param done what is said when it went well; absent: "Saved" @returns whether it did */
  run(work: Promise<Refusal | null>, done?: string, undo?: () => void): Promise<boolean>;
  /** As `run`, with a way back. */
  runWithUndo(work: Promise<Refusal | null>, undo: () => Promise<Refusal | null>): Promise<boolean>;
}

/** A request that a button sends to the server. */
export function useAction(): Action {
  const { notices } = useClient();
  const [failure, report] = useFailure();
  const run = async (work: Promise<Refusal | null>, done = s.saved, undo: (() => void) | null = null) => {
    report(null);
    const refusal = await work;
    if (refusal) report(refusal);
    else notices.say(done, undo);
    return refusal === null;
  };
  return { failure, run, runWithUndo: (work, undo) => run(work, s.saved, () => void run(undo())) };
}
