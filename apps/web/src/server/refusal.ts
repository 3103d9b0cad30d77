import { isPassing, RequestRefused } from '@parley/client';
import { refusalWords } from '../i18n/refusals';

/** What the server said to a request that it refused; an empty message: it could not be reached. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** What the answer holds besides. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** In the words of the user's language. */
export const saidBy = ({ code, message }: RequestRefused): Promise<string> => refusalWords(code, message);

/** `null`: the server agreed. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal | null> {
  return (await outcomeOf(work)).refusal;
}

export type Outcome<T> = { readonly answer: T; readonly refusal: null } | { readonly refusal: Refusal };

/** What was asked for, or what the server said against it. */
export async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await work, refusal: null };
  } catch (error) {
    if (!(error instanceof RequestRefused)) return { refusal: { code: '', message: '' } };
    return { refusal: { code: error.code, message: await saidBy(error), details: error.details } };
  }
}

/** What the server said against it; empty: it could not be reached. */
export const failureWords = (error: unknown): Promise<string> =>
  error instanceof RequestRefused ? saidBy(error) : Promise.resolve('');

/** Whether the server could not be reached, or was too busy, rather than refused. */
export const isAway = (error: unknown): boolean => isPassing(error);
