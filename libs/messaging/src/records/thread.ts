import type { ChannelId, MessageId, UserId } from '@app/kernel';

/** Messages of one topic. */
export interface ThreadPart {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** Ids from this one on. */
  readonly lowestId: number;
  /** Ids below this one; null: all. */
  readonly belowId: number | null;
  /** Those in the personal history of this user; null: all. */
  readonly receivedBy: UserId | null;
}

/** A message of a topic that goes with another one. */
export interface ThreadMessage {
  readonly id: MessageId;
  /** As it is spelled there. */
  readonly topic: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  /** So many users it keeps a list of, because it mentions many; absent: not asked. */
  readonly namedCount?: number;
}

/** How much of a topic is young enough to be moved. */
export interface ThreadAges {
  readonly total: number;
  readonly allowed: number;
  /** The oldest that is; null: none is. */
  readonly firstAllowedId: number | null;
}
