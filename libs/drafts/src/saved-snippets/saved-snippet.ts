import { MAX_MESSAGE_LENGTH } from '@app/messaging';
import { codePoints } from '@app/platform';
import { SnippetIsIncomplete, SnippetIsTooLong, TooManySnippets } from './saved-snippet.errors';

/** A text that its author stores in order to insert it into messages. */
export interface SavedSnippet {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  /** UNIX seconds. */
  readonly createdAt: number;
}

export type SnippetText = Pick<SavedSnippet, 'title' | 'content'>;

/** In code points, without white space around the text. */
const MAX_TITLE_LENGTH = 60;
const LIMITS = { title: MAX_TITLE_LENGTH, content: MAX_MESSAGE_LENGTH } as const;

/** The most snippets of one user. */
const MAX_SNIPPETS = 1_000;

/** @throws TooManySnippets */
export function assertFewSnippets(count: number): void {
  if (count > MAX_SNIPPETS) throw new TooManySnippets(MAX_SNIPPETS);
}

/**
 * The title or content as it is stored.
 * @throws SnippetIsIncomplete, SnippetIsTooLong
 */
export function snippetText(field: keyof SnippetText, written: string): string {
  const text = written.trim();
  if (text === '') throw new SnippetIsIncomplete(field);
  if (codePoints(text) > LIMITS[field]) throw new SnippetIsTooLong(field, LIMITS[field]);
  return text;
}
