import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { MessagesOfUser } from '../events';

/** One user in one channel. */
export interface Seat {
  readonly channelId: ChannelId;
  readonly userId: UserId;
}

/** How busy a channel is. */
export interface ChannelActivity {
  /** When its newest message was sent; UNIX milliseconds. */
  readonly newestAt: number;
  /** Messages since the moment that was asked about. */
  readonly recent: number;
}

/**
 * What channels must know of messages. A port: messaging implements it and provides it globally
 * (`{ provide: ChannelHistory, useExisting: ... }`).
 */
export abstract class ChannelHistory {
  /** The oldest message of each channel that has one. One statement. */
  abstract firstMessageIds(channelIds: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, MessageId>>;

  /**
   * The oldest message that each user received in a channel, whatever period it was in; for channels with protected
   * history, where nobody may learn of an older one. Seats without any are absent. One statement.
   */
  abstract firstReceived(seats: readonly Seat[]): Promise<readonly (Seat & { messageId: MessageId })[]>;

  /** How busy the channels are: of each channel with a message. Two statements and a few small ones. */
  abstract activity(channelIds: readonly ChannelId[], since: Date): Promise<ReadonlyMap<ChannelId, ChannelActivity>>;

  /** Whether a message of the channel is in a topic that has a name. One statement. */
  abstract hasNamedTopics(channelId: ChannelId): Promise<boolean>;

  /**
   * Of each channel how many messages may be unread for one of its subscribers among these users: not more than that for
   * any of them. Counts up to `most`. One statement.
   */
  abstract mayBeUnread(
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
    most: number,
  ): Promise<ReadonlyMap<ChannelId, number>>;

  /** Messages of the channels that these users have marked as unread: not more than `most` in all. One statement. */
  abstract markedUnread(
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
    most: number,
  ): Promise<MessagesOfUser[]>;
}
