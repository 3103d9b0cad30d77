import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
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

const NOBODY = 0 as UserId;

/** Which message of a channel is the oldest to whom, at one moment of a transaction. */
export interface OldestMessages {
  readonly channel: Channel;
  /** To everybody who sees the channel; null: there is none, or its history is protected. */
  readonly shared: MessageId | null;
}

/** Messages that have left a channel, or come to it. */
export interface MessagesInMotion {
  /** The oldest of them. */
  readonly from: MessageId;
  /** The subscribers who had any of them, or have now. */
  readonly audience: Audience;
}

/** Says which message of a channel is the oldest, to those who do not hear of it with the message itself. */
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
   * A channel that has no message gets one: users who see the channel without a subscription are told. Under protected
   * history nobody else may know. Inside a transaction that holds the channel's lock alone, before the message is there.
   */
  async tell(organizationId: OrganizationId, channelId: ChannelId, messageId: MessageId): Promise<void> {
    await this.channels.setEmpty(channelId, false);
    if ((await this.history.firstMessageIds([channelId])).has(channelId)) return;
    const [channel] = await this.channels.list(organizationId, NOBODY, [channelId]);
    if (!channel?.historyPublicToSubscribers) return;
    const subscriberIds = await this.rows.subscriberIds(organizationId, channelId);
    const audience = audienceWithout(await this.unsubscribedViewers(channel, subscriberIds), subscriberIds);
    this.clientEvents.tellFirstMessage(addressed(channel, audience), messageId, new Map());
  }

  /**
   * As it is before messages leave a channel, or come to it from elsewhere; null: there is no such channel. Inside a
   * transaction that holds the channel's lock alone.
   */
  async look(organizationId: OrganizationId, channelId: ChannelId): Promise<OldestMessages | null> {
    const [channel] = await this.channels.list(organizationId, NOBODY, [channelId]);
    return channel ? this.oldest(channel) : null;
  }

  /**
   * After they have: tells everybody for whom the oldest message is another one, or for whom there is none any more. Under
   * protected history it is found out for each where the event is delivered.
   */
  async tellChanges({ channel, shared }: OldestMessages, { from, audience }: MessagesInMotion): Promise<void> {
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
