import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { CountedChannel } from '../records/channel';
import { pairKey } from '../records/subscription.repository';
import { ChannelHistory } from '../records/channel-history.port';
import type { ChannelUser } from '../records/channel-user';
import { ChannelObject, channelObject } from './channel-object.client-events';
import type { ChannelPolicy } from '../access/policies.service';

/**
 * Makes channel objects. If history is protected, each viewer sees as oldest message the oldest one that the viewer
 * received.
 */
@Injectable()
export class ChannelObjects {
  constructor(private readonly history: ChannelHistory) {}

  /** For one viewer. At most two statements. */
  async forViewer(
    policy: ChannelPolicy,
    userId: UserId,
    channels: readonly CountedChannel[],
  ): Promise<ChannelObject[]> {
    const firstMessageOf = await this.firstMessages(userId, channels);
    return channels.map((channel) => channelObject(channel, firstMessageOf(channel), policy));
  }

  /** The oldest message of each channel that one viewer may see. At most two statements. */
  async firstMessages(
    userId: UserId,
    channels: readonly CountedChannel[],
  ): Promise<(channel: CountedChannel) => MessageId | null> {
    const channelUsers = channels.filter(isProtected).filter(({ isSubscribed }) => isSubscribed);
    const received = await this.firstReceived(channelUsers.map(({ id }) => ({ channelId: id, userId })));
    const first = await this.firstMessageIds(channels);
    return ({ id }) => first.get(id) ?? received.get(pairKey({ channelId: id, userId })) ?? null;
  }

  /** For all viewers. At most one statement. */
  async forAll(policy: ChannelPolicy, channels: readonly CountedChannel[]): Promise<ChannelObject[]> {
    const first = await this.firstMessageIds(channels);
    return channels.map((channel) => channelObject(channel, first.get(channel.id) ?? null, policy));
  }

  /** By `pairKey`. */
  async firstReceived(channelUsers: readonly ChannelUser[]): Promise<Map<string, MessageId>> {
    const received = channelUsers.length > 0 ? await this.history.firstReceived(channelUsers) : [];
    return new Map(received.map((one) => [pairKey(one), one.messageId]));
  }

  private async firstMessageIds(channels: readonly CountedChannel[]): Promise<ReadonlyMap<ChannelId, MessageId>> {
    const shared = channels.filter((channel) => !isProtected(channel)).map(({ id }) => id);
    return shared.length > 0 ? this.history.firstMessageIds(shared) : new Map();
  }
}

export const isProtected = ({
  historyPublicToSubscribers,
}: Pick<CountedChannel, 'historyPublicToSubscribers'>): boolean => !historyPublicToSubscribers;
