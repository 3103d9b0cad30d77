import { MessageContainsNull, MessageIsEmpty } from './errors';
import { truncate } from './truncate';

/** Code points (reference, messaging section 16). */
export const MAX_MESSAGE_LENGTH = 10_000;

const SUFFIX = '\n[message truncated]';

/**
 * The text of a message as it is stored: white space at the end and empty lines at the start are gone, and what is too
 * long is cut, not refused.
 * @throws MessageIsEmpty, MessageContainsNull
 */
export function normaliseContent(text: string): string {
  const stripped = text.toWellFormed().trimEnd().replace(/^\n+/, '');
  if (stripped === '') throw new MessageIsEmpty();
  if (stripped.includes('\0')) throw new MessageContainsNull();
  return truncate(stripped, MAX_MESSAGE_LENGTH, SUFFIX);
}
