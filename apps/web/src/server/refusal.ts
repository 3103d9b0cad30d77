import { isPassing, RequestRefused } from '@parley/client';
import { t } from '../i18n';

/** What the server said to a request that it refused; an empty message: it could not be reached. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The server speaks English. Other languages have own words where the code says enough. */
export const saidBy = ({ code, message }: RequestRefused): string => t.refusal(code) || message;

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
    const isRefused = error instanceof RequestRefused;
    return { refusal: isRefused ? { code: error.code, message: saidBy(error) } : { code: '', message: '' } };
  }
}

/** Whether the server could not be reached, or was too busy, rather than refused. */
export const isAway = (error: unknown): boolean => isPassing(error);
