import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { RuleSubject } from '@app/realtime';

/** A move: into which channel, at which position, and whether its history was protected then. */
export type Hop = readonly [channelId: ChannelId, position: number, isProtected: boolean];

/** Messages of a channel that have come there together. */
export interface MessageWay {
  /** Ascending. */
  readonly ids: readonly MessageId[];
  /** Where they were sent; null: where they are. */
  readonly originId: ChannelId | null;
  /** In their order; null: they have never moved. */
  readonly hops: readonly Hop[] | null;
}

/** Those users alone, or all others. */
export type Selection = { readonly only: readonly UserId[] } | { readonly except: readonly UserId[] };

/** The users who have these messages of a channel at one moment, by facts that remain when the messages are gone or moved. */
export interface ReadersOfChannel {
  readonly channelId: ChannelId;
  /** The last position that was drawn before that moment. */
  readonly after: number;
  /** Every subscriber has all messages; else those that were received. */
  readonly isShared: boolean;
  /** Members have what they hold without being subscribed. */
  readonly isPublic: boolean;
  readonly ways: readonly MessageWay[];
  /** Who has which of them by a row alone; absent: the rows are there, and say so themselves. */
  readonly marked?: readonly (readonly [userId: UserId, ids: readonly MessageId[]])[];
  readonly among?: Selection;
}

/** Whom the rule `READERS_AUDIENCE` is asked about: readers of one of the parts, of what they have in all of them. */
export interface ReadersSubject extends RuleSubject {
  readonly parts: readonly ReadersOfChannel[];
  /** Told of everything in any case. */
  readonly also?: readonly UserId[];
}

/** Ids of the messages, ascending. */
export const idsOfParts = (parts: readonly Pick<ReadersOfChannel, 'ways'>[]): MessageId[] =>
  [...new Set(parts.flatMap(({ ways }) => ways.flatMap(({ ids }) => ids)))].sort((one, other) => one - other);
