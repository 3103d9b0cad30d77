import { ChannelActivity, ChannelHistory, MessagesOfUser, ChannelUser } from '@app/channels';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ChannelHistoryRepository } from './channel-history.repository';

/** Implements the port `ChannelHistory` of the channels context. */
@Injectable()
export class ChannelHistories extends ChannelHistory {
  constructor(private readonly histories: ChannelHistoryRepository) {
    super();
  }

  firstMessageIds(channelIds: readonly ChannelId[]): Promise<ReadonlyMap<ChannelId, MessageId>> {
    return this.histories.firstMessageIds(channelIds);
  }

  firstReceived(channelUsers: readonly ChannelUser[]): Promise<readonly (ChannelUser & { messageId: MessageId })[]> {
    return this.histories.firstReceived(channelUsers);
  }

  activity(channelIds: readonly ChannelId[], since: Date): Promise<ReadonlyMap<ChannelId, ChannelActivity>> {
    return this.histories.activity(channelIds, since);
  }

  hasNamedTopics(channelId: ChannelId): Promise<boolean> {
    return this.histories.hasNamedTopics(channelId);
  }

  mayBeUnread(
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
    most: number,
  ): Promise<ReadonlyMap<ChannelId, number>> {
    return this.histories.mayBeUnread(channelIds, userIds, most);
  }

  markedUnread(channelIds: readonly ChannelId[], userIds: readonly UserId[], most: number): Promise<MessagesOfUser[]> {
    return this.histories.markedUnread(channelIds, userIds, most);
  }
}
