/** What kind of picture an emoji is: built in, the organization's own, or the server's one. */
export type EmojiKind = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

/** One emoji exactly: names alone may mean another one later. */
export interface ChosenEmoji {
  readonly name: string;
  readonly code: string;
  readonly kind: EmojiKind;
}
