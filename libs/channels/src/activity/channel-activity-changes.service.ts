import { type ChannelId, NO_USER, type OrganizationId, single } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import { ChannelChangeClientEvents } from '../channels/channel-change.client-events';
import { ChannelViewers } from '../access/channel-viewers.service';
import { Policies } from '../access/policies.service';

/** Marks channels as active or inactive. Clients hide inactive ones. */
@Injectable()
export class ChannelActivityChanges {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly policies: Policies,
    private readonly viewers: ChannelViewers,
    private readonly clientEvents: ChannelChangeClientEvents,
  ) {}

  /**
   * A message is sent to an inactive channel. Runs in the transaction of the send, which holds the channel's shared
   * lock. Of concurrent sends only one tells clients.
   */
  wake(organizationId: OrganizationId, channelId: ChannelId): Promise<void> {
    return this.turn(organizationId, channelId, true);
  }

  /** The channel has become inactive. The caller's transaction holds the channel's exclusive lock. */
  lull(organizationId: OrganizationId, channelId: ChannelId): Promise<void> {
    return this.turn(organizationId, channelId, false);
  }

  private async turn(organizationId: OrganizationId, channelId: ChannelId, isActive: boolean): Promise<void> {
    if (!(await this.channels.setRecentlyActive(channelId, isActive))) return;
    const channel = single(await this.channels.list(organizationId, NO_USER, [channelId]));
    const subscriberIds = await this.rows.subscriberIds(organizationId, channelId);
    const audiences = await this.viewers.audiences(await this.policies.current(organizationId), [channel]);
    const audience = audiences.of(channel, subscriberIds);
    const told = { organizationId, audience, channelId, name: channel.name, wasArchived: channel.isArchived };
    this.clientEvents.tellUpdated(told, [{ property: 'is_recently_active', value: isActive }]);
  }
}
