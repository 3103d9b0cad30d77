import { AlertWordIsTooLong, TooManyAlertWords } from './alert-word.errors';

/** Code points. */
const MAX_LENGTH = 100;
/** Each word is searched for in every message that the user may receive. */
const MAX_WORDS = 500;

/** A word as the user wrote it, and as it is compared. */
export interface AlertWord {
  readonly word: string;
  readonly folded: string;
}

/**
 * The given words without blank ones. Of words that differ only in case, the first is taken.
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
