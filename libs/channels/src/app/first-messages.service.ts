import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../store/channel.repository';
import { SubscriptionRepository } from '../store/subscription.repository';
import { audienceWithout } from './audience-difference';
import { ChannelChangeClientEvents } from './channel-change.client-events';
import { ChannelViewers } from './channel-viewers.service';
import { Policies } from './policies.service';

const NOBODY = 0 as UserId;

/** Says which message of a channel is the oldest, to those who do not hear of it with the message itself. */
@Injectable()
export class FirstMessages {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly policies: Policies,
    private readonly viewers: ChannelViewers,
    private readonly clientEvents: ChannelChangeClientEvents,
  ) {}

  /**
   * A channel that had no message has one now: whoever sees the channel without being in it is told. Under protected
   * history nobody else may know. Inside a transaction that holds the channel's lock.
   */
  async tell(organizationId: OrganizationId, channelId: ChannelId, messageId: MessageId): Promise<void> {
    const [channel] = await this.channels.list(organizationId, NOBODY, [channelId]);
    if (!channel?.historyPublicToSubscribers) return;
    const subscriberIds = await this.rows.subscriberIds(organizationId, channelId);
    const audiences = await this.viewers.audiences(await this.policies.current(organizationId), [channel]);
    const audience = audienceWithout(audiences.of(channel, subscriberIds), subscriberIds);
    const told = { organizationId, audience, channelId, name: channel.name, wasArchived: channel.isArchived };
    this.clientEvents.tellFirstMessage(told, messageId, new Map());
  }
}
