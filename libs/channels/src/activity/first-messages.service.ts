import { type ChannelId, type MessageId, NO_USER, type OrganizationId, type UserId } from '@app/kernel';
import type { Audience } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import { audienceWithout, KnownAudience } from '../access/audience-difference';
import { ChannelChangeClientEvents } from '../channels/channel-change.client-events';
import { ChannelHistory } from '../records/channel-history.port';
import { ChannelViewers } from '../access/channel-viewers.service';
import { Policies } from '../access/policies.service';

/** The oldest message of a channel for its viewers, at one moment of a transaction. */
export interface OldestMessages {
  readonly channel: Channel;
  /** For all users who see the channel; `null`: there is no message, or history is protected. */
  readonly shared: MessageId | null;
}

/** Messages that were moved out of a channel or into it, or deleted. */
export interface MovedMessages {
  /** The oldest of them. */
  readonly from: MessageId;
  /** The subscribers who received any of them, or receive them now. */
  readonly audience: Audience;
}

/** Tells clients the oldest message of a channel, if no event with the message itself tells them. */
@Injectable()
export class FirstMessages {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly policies: Policies,
    private readonly viewers: ChannelViewers,
    private readonly history: ChannelHistory,
    private readonly clientEvents: ChannelChangeClientEvents,
  ) {}

  /**
   * An empty channel receives a message: tells the users who see the channel without a subscription. If history is
   * protected, no other users may know. Called before the message is stored, under the channel's exclusive lock.
   */
  async tell(organizationId: OrganizationId, channelId: ChannelId, messageId: MessageId): Promise<void> {
    await this.channels.setEmpty(channelId, false);
    if ((await this.history.firstMessageIds([channelId])).has(channelId)) return;
    const [channel] = await this.channels.list(organizationId, NO_USER, [channelId]);
    if (!channel?.historyPublicToSubscribers) return;
    const subscriberIds = await this.rows.subscriberIds(organizationId, channelId);
    const audience = audienceWithout(await this.unsubscribedViewers(channel, subscriberIds), subscriberIds);
    this.clientEvents.tellFirstMessage(addressed(channel, audience), messageId, new Map());
  }

  /**
   * The state before messages leave or join a channel; `null`: there is no such channel. Called under the channel's
   * exclusive lock.
   */
  async look(organizationId: OrganizationId, channelId: ChannelId): Promise<OldestMessages | null> {
    const [channel] = await this.channels.list(organizationId, NO_USER, [channelId]);
    return channel ? this.oldest(channel) : null;
  }

  /**
   * The change is stored: tells all users whose oldest message is now another one, or none. If history is protected, it
   * is determined for each user at delivery.
   */
  async tellChanges({ channel, shared }: OldestMessages, { from, audience }: MovedMessages): Promise<void> {
    const oldest = (await this.history.firstMessageIds([channel.id])).get(channel.id) ?? null;
    await this.channels.setEmpty(channel.id, oldest === null);
    if (!channel.historyPublicToSubscribers) {
      return this.clientEvents.tellFirstReceived(addressed(channel, audience), from);
    }
    if (oldest === shared) return;
    const subscriberIds = await this.rows.subscriberIds(channel.organizationId, channel.id);
    const viewers = await this.unsubscribedViewers(channel, subscriberIds);
    this.clientEvents.tellFirstMessage(addressed(channel, viewers), oldest, new Map());
  }

  private async oldest(channel: Channel): Promise<OldestMessages> {
    if (!channel.historyPublicToSubscribers) return { channel, shared: null };
    return { channel, shared: (await this.history.firstMessageIds([channel.id])).get(channel.id) ?? null };
  }

  private async unsubscribedViewers(channel: Channel, subscriberIds: readonly UserId[]): Promise<KnownAudience> {
    const audiences = await this.viewers.audiences(await this.policies.current(channel.organizationId), [channel]);
    return audiences.of(channel, subscriberIds);
  }
}

const addressed = <To>({ id, organizationId, name, isArchived }: Channel, audience: To) => ({
  organizationId,
  audience,
  channelId: id,
  name,
  wasArchived: isArchived,
});
