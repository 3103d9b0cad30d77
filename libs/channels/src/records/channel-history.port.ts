import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { MessagesOfUser } from '../events';
import type { ChannelUser } from './channel-user';

/** The activity of a channel. */
export interface ChannelActivity {
  /** When its newest message was sent; UNIX milliseconds. */
  readonly newestAt: number;
  /** The number of messages since the given moment. */
  readonly recent: number;
}

/**
 * What this context needs to know about messages. The messaging context implements it and provides it globally (`{
 * provide: ChannelHistory, useExisting: ... }`).
 */
export abstract class ChannelHistory {
  /** The oldest message of each channel that has one. One statement. */
  abstract firstMessageIds(channelIds: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, MessageId>>;

  /**
   * The oldest message that each user received in a channel, in any period. For channels with protected history, where
   * a user may not learn of older ones. Users without messages are left out. One statement.
   */
  abstract firstReceived(
    channelUsers: readonly ChannelUser[],
  ): Promise<readonly (ChannelUser & { messageId: MessageId })[]>;

  /** The activity of channels with messages. Two statements and a few small ones. */
  abstract activity(channelIds: readonly ChannelId[], since: Date): Promise<ReadonlyMap<ChannelId, ChannelActivity>>;

  /** Whether a message of the channel is in a topic that has a name. One statement. */
  abstract hasNamedTopics(channelId: ChannelId): Promise<boolean>;

  /**
   * For each channel, an upper bound of the messages that are unread for one of these subscribers. Counts up to `most`.
   * One statement.
   */
  abstract mayBeUnread(
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
    most: number,
  ): Promise<ReadonlyMap<ChannelId, number>>;

  /** Messages of the channels that these users have marked as unread; at most `most`. One statement. */
  abstract markedUnread(
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
    most: number,
  ): Promise<MessagesOfUser[]>;
}
