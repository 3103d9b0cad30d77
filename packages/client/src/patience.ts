import { isPassing, RequestRefused } from './errors';
import { BackOff, pause } from './pause';

export interface Patience {
  readonly signal?: AbortSignal;
  /** Attempts in all. */
  readonly attempts?: number;
  /** The first wait between two attempts; the next ones are longer. */
  readonly firstMs?: number;
  /** A server that asks for a longer wait is not waited for. */
  readonly longestMs?: number;
}

/**
 * Tries again what may be tried again: when the server is away or too busy, and when a limit is reached, after the time that
 * the server asks for. Only for requests that may be repeated.
 * @throws what the last attempt threw
 */
export async function patiently<T>(work: () => Promise<T>, patience: Patience = {}): Promise<T> {
  const { signal, attempts = 5, firstMs, longestMs = Infinity } = patience;
  const backOff = new BackOff(firstMs);
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || signal?.aborted || !isPassing(error)) throw error;
      const wishMs = error instanceof RequestRefused ? error.retryAfterMs : null;
      if ((wishMs ?? 0) > longestMs) throw error;
      await pause(backOff.next(wishMs), signal);
    }
  }
}
