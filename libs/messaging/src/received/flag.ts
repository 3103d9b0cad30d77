import type { UserId } from '@app/kernel';

/** The bits of `message_flag.flags`: the part of a user's state for a message that cannot be derived (ADR 2). */
export const BIT = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcard: 8,
  alertWord: 16,
  /** Added to the personal history by the user, for example by a star, without being received. */
  historical: 32,
  /** In the personal history without a subscription. */
  hasRow: 64,
  /** Marked as unread, which overrides all else. */
  unread: 128,
} as const;

/** Bits of one user for one message. */
export interface Mark {
  readonly userId: UserId;
  readonly bits: number;
}

/**
 * People of a channel message who get a row each because it mentions them, or because it mentions their topic. Of more, the
 * message itself keeps the list, so that a send costs the same however many they are (ADR 28).
 */
export const NAMING = { mostRows: 20 };

/** Whom a message keeps itself, ascending; null: they have a row each. */
export interface Lists {
  readonly namedIds: readonly UserId[] | null;
  /** Of the topic that it mentions. */
  readonly partakerIds: readonly UserId[] | null;
}

export const NO_LISTS: Lists = { namedIds: null, partakerIds: null };

/** What a text alone says of its readers, each once, ascending. */
export function marksOf(text: {
  mentionedIds: readonly UserId[];
  alertedIds: readonly UserId[];
  partakerIds?: readonly UserId[];
}): Mark[] {
  const bits = new Map<UserId, number>(text.mentionedIds.map((id) => [id, BIT.mentioned]));
  for (const id of text.alertedIds) bits.set(id, (bits.get(id) ?? 0) | BIT.alertWord);
  for (const id of text.partakerIds ?? []) bits.set(id, (bits.get(id) ?? 0) | BIT.topicWildcard);
  return ascending(bits);
}

/** The users with that bit. */
export const idsWith = (marks: readonly Mark[], bit: number): UserId[] =>
  marks.flatMap(({ userId, bits }) => (bits & bit ? [userId] : []));

/** What of the marks of a channel message it keeps itself, and the marks that are left for rows. */
export function folded(marks: readonly Mark[]): Lists & { readonly rows: readonly Mark[] } {
  const listOf = (bit: number) => {
    const ids = idsWith(marks, bit);
    return ids.length > NAMING.mostRows ? ids : null;
  };
  const [namedIds, partakerIds] = [listOf(BIT.mentioned), listOf(BIT.topicWildcard)];
  const kept = (namedIds ? BIT.mentioned : 0) | (partakerIds ? BIT.topicWildcard : 0);
  const rows = marks.map(({ userId, bits }) => ({ userId, bits: bits & ~kept })).filter(({ bits }) => bits !== 0);
  return { namedIds, partakerIds, rows };
}

/** All marks again. */
export function unfolded({ namedIds, partakerIds }: Lists, rows: readonly Mark[]): Mark[] {
  const bits = new Map(rows.map((row) => [row.userId, row.bits]));
  for (const id of namedIds ?? []) bits.set(id, (bits.get(id) ?? 0) | BIT.mentioned);
  for (const id of partakerIds ?? []) bits.set(id, (bits.get(id) ?? 0) | BIT.topicWildcard);
  return ascending(bits);
}

const ascending = (bits: ReadonlyMap<UserId, number>): Mark[] =>
  Array.from(bits, ([userId, set]) => ({ userId, bits: set })).sort((one, other) => one.userId - other.userId);

/** Flags that users set and clear themselves. */
export const EDITABLE_FLAGS = ['read', 'starred', 'collapsed'] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

/** The most unread messages that clients are told about; they count no more than that (docs/protocol/events.md). */
export const MAX_TOLD = 50_000;

/** The state of one message for one user. */
export interface Standing {
  /** `BIT`s. */
  readonly bits: number;
  /** Received: sent to the user in a direct message or during a subscription, or gained by a move. */
  readonly isReceived: boolean;
  readonly isUnread: boolean;
  /** Mentions its whole channel and was sent to the user. A message gained by a move does not mention the user. */
  readonly mentionsChannel: boolean;
}

/** Whether the message is in the user's personal history. */
export const isInHistory = ({ isReceived, bits }: Pick<Standing, 'isReceived' | 'bits'>): boolean =>
  isReceived || (bits & (BIT.historical | BIT.hasRow)) !== 0;

/** Mentioned by name, by group, or by a wildcard. */
export const isMentioned = ({ bits, isReceived, mentionsChannel }: Omit<Standing, 'isUnread'>): boolean =>
  (bits & (BIT.mentioned | BIT.topicWildcard)) !== 0 || (isReceived && mentionsChannel);
