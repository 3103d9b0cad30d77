import type { ChannelId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Listener, ListenerRepository, Way } from './listener.repository';

/** How subscribers want to hear of what is sent to channels. Decides nothing. */
@Injectable()
export class Listeners {
  constructor(private readonly rows: ListenerRepository) {}

  /**
   * Who is subscribed to one of the channels and wants to be told of everything there in that way: by the setting of the
   * subscription, or, where that says nothing, because they are among `byDefault`. One statement.
   */
  wantingAll(way: Way, channelIds: readonly ChannelId[], byDefault: readonly UserId[]): Promise<Listener[]> {
    return channelIds.length === 0 ? Promise.resolve([]) : this.rows.wantingAll(way, channelIds, byDefault);
  }

  /** Everybody who is subscribed to one of the channels. One statement, as long as they are many. */
  everybody(channelIds: readonly ChannelId[]): Promise<Listener[]> {
    return channelIds.length === 0 ? Promise.resolve([]) : this.rows.of(channelIds, null);
  }

  /** Those of the users who are subscribed to one of the channels. One statement. */
  among(channelIds: readonly ChannelId[], userIds: readonly UserId[]): Promise<Listener[]> {
    if (channelIds.length === 0 || userIds.length === 0) return Promise.resolve([]);
    return this.rows.of(channelIds, userIds);
  }
}
