import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { RuleSubject } from '@app/realtime';

/** A move: the target channel, the position, and whether its history was protected at that time. */
export type Hop = readonly [channelId: ChannelId, position: number, isProtected: boolean];

/** Messages of a channel that came there together. */
export interface MessageWay {
  /** Ascending. */
  readonly ids: readonly MessageId[];
  /** The channel in which they were sent; `null`: the current one. */
  readonly originId: ChannelId | null;
  /** In order; `null`: never moved. */
  readonly hops: readonly Hop[] | null;
}

/** Only these users, or all others. */
export type Selection = { readonly only: readonly UserId[] } | { readonly except: readonly UserId[] };

/**
 * The users who have these messages of a channel at one moment, by facts that remain valid when the messages are
 * deleted or moved.
 */
export interface ReadersOfChannel {
  readonly channelId: ChannelId;
  /** The last position that was drawn before that moment. */
  readonly after: number;
  /** Whether every subscriber has all messages, or only received ones. */
  readonly isShared: boolean;
  /** Whether members have messages without a subscription. */
  readonly isPublic: boolean;
  readonly ways: readonly MessageWay[];
  /** Users who have messages only by a row. Absent: the rows still exist and are read. */
  readonly marked?: readonly (readonly [userId: UserId, ids: readonly MessageId[]])[];
  readonly among?: Selection;
}

/**
 * The subject of the rule `READERS_AUDIENCE`: readers of one of the parts. Each is told of the messages that the reader
 * has in all parts.
 */
export interface ReadersSubject extends RuleSubject {
  readonly parts: readonly ReadersOfChannel[];
  /** These users are told of all messages. */
  readonly also?: readonly UserId[];
}

/** Ids of the messages, ascending. */
export const idsOfParts = (parts: readonly Pick<ReadersOfChannel, 'ways'>[]): MessageId[] =>
  [...new Set(parts.flatMap(({ ways }) => ways.flatMap(({ ids }) => ids)))].sort((one, other) => one - other);
