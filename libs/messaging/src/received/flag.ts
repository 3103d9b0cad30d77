import type { UserId } from '@app/kernel';

/** The bits of `message_flag.flags`: what cannot be derived of one user and one message (ADR 2). */
export const BIT = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcard: 8,
  alertWord: 16,
  /** In the personal history by an own act, such as a star, though never received. */
  historical: 32,
  /** In the personal history without a subscription. */
  hasRow: 64,
  /** Unread again, whatever else says that it is read. */
  unread: 128,
} as const;

/** Bits of one user for one message. */
export interface Mark {
  readonly userId: UserId;
  readonly bits: number;
}

/**
 * Mentioned people of a channel message who get a row each. Of more, the message itself keeps the list, so that a send costs
 * the same however many they are (ADR 28).
 */
export const NAMING = { mostRows: 20 };

/** What a text alone says of its readers, each once, ascending. */
export function marksOf(text: {
  mentionedIds: readonly UserId[];
  alertedIds: readonly UserId[];
  partakerIds?: readonly UserId[];
}): Mark[] {
  const bits = new Map<UserId, number>(text.mentionedIds.map((id) => [id, BIT.mentioned]));
  for (const id of text.alertedIds) bits.set(id, (bits.get(id) ?? 0) | BIT.alertWord);
  for (const id of text.partakerIds ?? []) bits.set(id, (bits.get(id) ?? 0) | BIT.topicWildcard);
  return Array.from(bits, ([userId, set]) => ({ userId, bits: set })).sort((one, other) => one.userId - other.userId);
}

/** Whom the marks give that bit. */
export const idsWith = (marks: readonly Mark[], bit: number): UserId[] =>
  marks.flatMap(({ userId, bits }) => (bits & bit ? [userId] : []));

/** Flags that users set and clear themselves. */
export const EDITABLE_FLAGS = ['read', 'starred', 'collapsed'] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

/** Unread messages that clients are told of at most; they count no more than that (docs/protocol/events.md). */
export const MOST_TOLD = 50_000;

/** How one user stands to one message. */
export interface Standing {
  /** `BIT`s. */
  readonly bits: number;
  /** It was sent to the user, or came with a move: a direct message, or while subscribed. */
  readonly isReceived: boolean;
  readonly isUnread: boolean;
  /** It mentions its whole channel, and was sent to the user: who got it by a move is not meant. */
  readonly mentionsChannel: boolean;
}

/** Whether the message is in the user's personal history. */
export const isInHistory = ({ isReceived, bits }: Pick<Standing, 'isReceived' | 'bits'>): boolean =>
  isReceived || (bits & (BIT.historical | BIT.hasRow)) !== 0;

/** By name, by group, or as one of a channel or topic. */
export const isMentioned = ({ bits, isReceived, mentionsChannel }: Omit<Standing, 'isUnread'>): boolean =>
  (bits & (BIT.mentioned | BIT.topicWildcard)) !== 0 || (isReceived && mentionsChannel);
