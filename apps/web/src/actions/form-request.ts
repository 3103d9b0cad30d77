import { useState } from 'preact/hooks';
import type { Refusal } from '../server/refusal';

interface FormRequest {
  /** What the server said; empty: it could not be reached; `null`: nothing yet. */
  readonly failure: string | null;
  readonly isUnderWay: boolean;
  /** Asks once at a time, and does the rest where the server agreed. */
  ask(request: () => Promise<Refusal | null>, done: () => void): void;
}

/** A request of a form, with what is shown until its answer comes and when it is refused. */
export function useFormRequest(): FormRequest {
  const [failure, setFailure] = useState<string | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const ask = async (request: () => Promise<Refusal | null>, done: () => void): Promise<void> => {
    if (isUnderWay) return;
    setUnderWay(true);
    setFailure(null);
    const refusal = await request();
    setUnderWay(false);
    if (refusal) setFailure(refusal.message);
    else done();
  };
  return { failure, isUnderWay, ask: (request, done) => void ask(request, done) };
}
