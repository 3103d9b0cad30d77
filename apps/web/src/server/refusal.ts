import { isPassing, RequestRefused } from '@parley/client';

/** What the server said to a request that it refused; an empty message: it could not be reached. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** `null`: the server agreed. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof RequestRefused ? { code: error.code, message: error.message } : { code: '', message: '' };
  }
}

/** Whether the server could not be reached, or was too busy, rather than refused. */
export const isAway = (error: unknown): boolean => isPassing(error);
