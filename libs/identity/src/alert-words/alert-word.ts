import { AlertWordIsTooLong, TooManyAlertWords } from './alert-word.errors';

/** Code points. */
const MAX_LENGTH = 100;
/** Each is looked for in every message that the user might get. */
const MAX_WORDS = 500;

/** A word as it was written, and as it is compared. */
export interface AlertWord {
  readonly word: string;
  readonly folded: string;
}

/**
 * What was given, without blanks and without the second of two that differ in case only.
 * @throws AlertWordIsTooLong
 */
export function alertWords(given: readonly string[]): AlertWord[] {
  const words = new Map<string, AlertWord>();
  for (const text of given) {
    const word = text.trim();
    if (word === '') continue;
    if ([...word].length > MAX_LENGTH) throw new AlertWordIsTooLong(MAX_LENGTH);
    const folded = foldedWord(word);
    if (!words.has(folded)) words.set(folded, { word, folded });
  }
  return [...words.values()];
}

/** @throws TooManyAlertWords */
export function assertFewAlertWords(count: number): void {
  if (count > MAX_WORDS) throw new TooManyAlertWords(MAX_WORDS);
}

export const foldedWord = (word: string): string => word.trim().toLowerCase();
