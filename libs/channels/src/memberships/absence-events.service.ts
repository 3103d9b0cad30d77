import { shownGroupSetting, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import { ChannelChangeClientEvents } from '../channels/channel-change.client-events';
import { ChannelViewers } from '../access/channel-viewers.service';
import { ChannelPolicy, Policies } from '../access/policies.service';
import type { Absence } from './absence-change.repository';
import { ChangedSubscribers, peerGroups } from './peer-groups';
import { SubscriptionClientEvents } from '../subscriptions/subscription.client-events';

/** Tells clients that a subscriber was deactivated or reactivated. */
@Injectable()
export class AbsenceEvents {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly users: Users,
    private readonly viewers: ChannelViewers,
    private readonly policies: Policies,
    private readonly changeEvents: ChannelChangeClientEvents,
    private readonly subscriptionEvents: SubscriptionClientEvents,
  ) {}

  /**
   * Tells peers that the user leaves or returns. Runs before the first write. Of public channels only subscribed guests
   * are read, because all other users see these channels anyway.
   * @param isToUser whether the user's own clients count the user with the others
   */
  async tell({ organizationId, userId, isLeaving, channelIds }: Absence, isToUser: boolean): Promise<void> {
    if (channelIds.length === 0) return;
    const channels = await this.channels.list(organizationId, userId, channelIds);
    const [hidden, open] = [channels.filter(({ isPrivate }) => isPrivate), channels.filter((one) => !one.isPrivate)];
    const subscribers = new Map([
      ...(await this.rows.subscriberIdsOf(hidden.map(({ id }) => id))),
      ...(await this.rows.subscriberIdsOf(
        open.map(({ id }) => id),
        await this.users.guestIds(organizationId),
      )),
    ]);
    const changed: ChangedSubscribers[] = channels.map((channel) => ({
      channel,
      subscriberIds: subscribers.get(channel.id)!,
      changedIds: [userId],
    }));
    const audiences = await this.viewers.audiences(await this.policies.current(organizationId), channels);
    for (const { audience, items } of peerGroups(changed, audiences, !isToUser)) {
      if (isLeaving) this.subscriptionEvents.tellPeersLeft(organizationId, audience, items, [userId], isToUser);
      else this.subscriptionEvents.tellPeersJoined(organizationId, audience, items, [userId], isToUser);
    }
  }

  /** Clients removed the user from the sets in settings and cannot restore these, so the settings are sent again. */
  async tellNamedAgain(organizationId: OrganizationId, userId: UserId): Promise<void> {
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
