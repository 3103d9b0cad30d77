import type { UserId } from '@app/kernel';
import type { ChosenEmoji } from '../emoji/chosen-emoji';
import { StatusTextIsTooLong } from './user-status.errors';

/** A user's status. */
export interface UserStatus {
  readonly text: string;
  readonly emoji: ChosenEmoji | null;
}

/** The status of a user, and whether the user hides the own presence. */
export interface StatusRow extends UserStatus {
  readonly userId: UserId;
  readonly isAway: boolean;
}

/** absent: as it is; '' and null: nothing is to be said any longer. */
export interface StatusWish {
  text?: string;
  emoji?: ChosenEmoji | null;
}

/** Code points. */
const MAX_TEXT = 60;

/**
 * The text as it is kept: without white space around it.
 * @throws StatusTextIsTooLong
 */
export function statusText(given: string): string {
  const text = given.trim();
  if ([...text].length > MAX_TEXT) throw new StatusTextIsTooLong(MAX_TEXT);
  return text;
}

/** What of the wish is not so yet. */
export function statusChange(before: UserStatus, { text, emoji }: StatusWish): StatusWish {
  return {
    ...(text !== undefined && text !== before.text ? { text } : {}),
    ...(emoji !== undefined && !isSameEmoji(emoji, before.emoji) ? { emoji } : {}),
  };
}

const isSameEmoji = (one: ChosenEmoji | null, other: ChosenEmoji | null): boolean =>
  one?.name === other?.name && one?.code === other?.code && one?.kind === other?.kind;
