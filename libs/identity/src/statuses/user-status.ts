import type { UserId } from '@app/kernel';
import type { ChosenEmoji } from '../emoji/chosen-emoji';
import { StatusTextIsTooLong } from './user-status.errors';

/** A user's status. */
export interface UserStatus {
  readonly text: string;
  readonly emoji: ChosenEmoji | null;
}

/** The status of a user, and whether the user hides presence. */
export interface StatusRow extends UserStatus {
  readonly userId: UserId;
  readonly isAway: boolean;
}

/** Absent fields stay as they are; '' and `null` remove the value. */
export interface StatusPatch {
  text?: string;
  emoji?: ChosenEmoji | null;
}

/** Code points. */
const MAX_TEXT = 60;

/**
 * The text as it is stored: without white space around it.
 * @throws StatusTextIsTooLong
 */
export function statusText(given: string): string {
  const text = given.trim();
  if ([...text].length > MAX_TEXT) throw new StatusTextIsTooLong(MAX_TEXT);
  return text;
}

/** The wanted values that differ from the present ones. */
export function statusChange(before: UserStatus, { text, emoji }: StatusPatch): StatusPatch {
  return {
    ...(text !== undefined && text !== before.text ? { text } : {}),
    ...(emoji !== undefined && !isSameEmoji(emoji, before.emoji) ? { emoji } : {}),
  };
}

const isSameEmoji = (one: ChosenEmoji | null, other: ChosenEmoji | null): boolean =>
  one?.name === other?.name && one?.code === other?.code && one?.kind === other?.kind;
