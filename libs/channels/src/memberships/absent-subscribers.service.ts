import { shownGroupSetting, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import { ChannelChangeClientEvents } from '../channels/channel-change.client-events';
import { ChannelViewers } from '../access/channel-viewers.service';
import { ChannelPolicy, Policies } from '../access/policies.service';
import { Changed, peerGroups } from './subscriber-news.service';
import { SubscriptionClientEvents } from '../subscriptions/subscription.client-events';

/**
 * Deactivated users remain subscribed, so that a reactivation restores everything. While they are deactivated, no list,
 * count or permission includes them (docs/protocol/users.md). The organization's lock is held, so no subscription
 * changes.
 */
@Injectable()
export class AbsentSubscribers {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly users: Users,
    private readonly viewers: ChannelViewers,
    private readonly policies: Policies,
    private readonly changeEvents: ChannelChangeClientEvents,
    private readonly subscriptionEvents: SubscriptionClientEvents,
  ) {}

  async begin(organizationId: OrganizationId, userId: UserId): Promise<void> {
    for (const { audience, items } of await this.peers(organizationId, userId)) {
      this.subscriptionEvents.tellPeersLeft(organizationId, audience, items, [userId]);
    }
    await this.rows.beginAbsence(userId);
  }

  async end(organizationId: OrganizationId, userId: UserId): Promise<void> {
    for (const { audience, items } of await this.peers(organizationId, userId)) {
      this.subscriptionEvents.tellPeersJoined(organizationId, audience, items, [userId]);
    }
    await this.rows.endAbsence(userId);
    await this.tellNamedAgain(organizationId, userId);
  }

  /**
   * Who is told that the user leaves or returns, and in which channels. Runs before the first write. Of public channels
   * only subscribed guests are read, because all other users see these channels anyway.
   */
  private async peers(organizationId: OrganizationId, userId: UserId) {
    const ids = await this.rows.channelIdsOf(userId);
    if (ids.length === 0) return [];
    const channels = await this.channels.list(organizationId, userId, ids);
    const isPrivate = new Set(channels.flatMap((channel) => (channel.isPrivate ? channel.id : [])));
    const guestIds = await this.users.guestIds(organizationId);
    const subscribers = new Map([
      ...(await this.rows.subscriberIdsOf(ids.filter((id) => isPrivate.has(id)))),
      ...(await this.rows.subscriberIdsOf(
        ids.filter((id) => !isPrivate.has(id)),
        guestIds,
      )),
    ]);
    const changed: Changed[] = channels.map((channel) => ({
      channel,
      subscriberIds: subscribers.get(channel.id)!,
      changedIds: [userId],
    }));
    const audiences = await this.viewers.audiences(await this.policies.current(organizationId), channels);
    return peerGroups(changed, audiences, true);
  }

  /** Clients removed the user from the sets in settings and cannot restore these, so the settings are sent again. */
  private async tellNamedAgain(organizationId: OrganizationId, userId: UserId): Promise<void> {
    const channels = await this.channels.listNaming(organizationId, userId);
    if (channels.length === 0) return;
    const policy = await this.policies.current(organizationId);
    const subscribers = await this.rows.subscriberIdsOf(channels.map(({ id }) => id));
    const audiences = await this.viewers.audiences(policy, channels);
    for (const channel of channels) {
      const audience = audiences.of(channel, subscribers.get(channel.id)!);
      const { id: channelId, name, isArchived: wasArchived } = channel;
      const changes = settingsNaming(channel, userId, policy);
      this.changeEvents.tellUpdated({ organizationId, audience, channelId, name, wasArchived }, changes);
    }
  }
}

function settingsNaming({ permissions }: Channel, userId: UserId, { graph }: ChannelPolicy) {
  const naming = Object.entries(permissions).filter(
    ([, value]) => typeof value !== 'number' && value.direct_members.includes(userId),
  );
  return naming.map(([property, value]) => ({ property, value: shownGroupSetting(value, graph) }));
}
