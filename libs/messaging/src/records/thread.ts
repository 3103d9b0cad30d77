import type { ChannelId, MessageId, UserId } from '@app/kernel';

/** Messages of one topic. */
export interface ThreadPart {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** Ids from this one on. */
  readonly lowestId: number;
  /** Ids below this one; null: all. */
  readonly belowId: number | null;
  /** Only messages in the personal history of this user; `null`: all. */
  readonly receivedBy: UserId | null;
}

/** A message of a topic that moves together with another one. */
export interface ThreadMessage {
  readonly id: MessageId;
  /** Its spelling of the topic. */
  readonly topic: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  /** So many users it keeps lists of, because it mentions many; absent: not asked. */
  readonly listedCount?: number;
}

/** The part of a topic within the time limit. */
export interface ThreadAges {
  readonly total: number;
  readonly allowed: number;
  /** The oldest message within the limit; `null`: none. */
  readonly firstAllowedId: number | null;
}
