import { MessageContainsNull, MessageIsEmpty } from './errors';
import { truncate } from './truncate';

/** In code points (`max_message_length` in the snapshot). A longer text is cut. */
export const MAX_MESSAGE_LENGTH = 10_000;

const SUFFIX = '\n[message truncated]';

/**
 * The text of a message as it is stored: without white space at the end and empty lines at the start. A text that is
 * too long is cut, not refused.
 * @throws MessageIsEmpty, MessageContainsNull
 */
export function normaliseContent(text: string): string {
  const content = cutContent(text);
  if (content === '') throw new MessageIsEmpty();
  if (content.includes('\0')) throw new MessageContainsNull();
  return content;
}

/** As `normaliseContent`, for a text that may be empty. */
export const cutContent = (text: string): string =>
  truncate(text.toWellFormed().trimEnd().replace(/^\n+/, ''), MAX_MESSAGE_LENGTH, SUFFIX);
