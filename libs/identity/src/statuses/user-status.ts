import { StatusTextIsTooLong } from '../personal-settings/personal.errors';

/** What kind of picture an emoji is: built in, the organization's own, or the server's one. */
export type EmojiKind = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

/** One emoji exactly: names alone may mean another one later. */
export interface ChosenEmoji {
  readonly name: string;
  readonly code: string;
  readonly kind: EmojiKind;
}

/** What somebody says of himself at the moment. */
export interface UserStatus {
  readonly text: string;
  readonly emoji: ChosenEmoji | null;
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
