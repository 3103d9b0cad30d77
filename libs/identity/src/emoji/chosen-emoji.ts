/** The source of an emoji: built in, of the organization, or shipped with the server. */
export type EmojiKind = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

/** Identifies one emoji. A name alone may refer to another emoji later. */
export interface ChosenEmoji {
  readonly name: string;
  readonly code: string;
  readonly kind: EmojiKind;
}
