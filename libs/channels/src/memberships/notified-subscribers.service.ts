import type { ChannelId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { NotifiedSubscriber, NotifiedSubscriberRepository, Way } from './notified-subscriber.repository';

/** Finds subscribers by their notification settings. Does not check access. */
@Injectable()
export class NotifiedSubscribers {
  constructor(private readonly rows: NotifiedSubscriberRepository) {}

  /**
   * Subscribers of the channels who want notifications of all messages in that way: by the setting of the subscription,
   * or if that is unset, because they are in `byDefault`. One statement.
   */
  wantingAll(way: Way, channelIds: readonly ChannelId[], byDefault: readonly UserId[]): Promise<NotifiedSubscriber[]> {
    return channelIds.length === 0 ? Promise.resolve([]) : this.rows.wantingAll(way, channelIds, byDefault);
  }

  /** All subscribers of the channels. Usually one statement; more if there are very many. */
  everybody(channelIds: readonly ChannelId[]): Promise<NotifiedSubscriber[]> {
    return channelIds.length === 0 ? Promise.resolve([]) : this.rows.of(channelIds, null);
  }

  /** Which of the users are subscribed to one of the channels. One statement. */
  among(channelIds: readonly ChannelId[], userIds: readonly UserId[]): Promise<NotifiedSubscriber[]> {
    if (channelIds.length === 0 || userIds.length === 0) return Promise.resolve([]);
    return this.rows.of(channelIds, userIds);
  }
}
