import type { UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { SubscriptionRepository } from '../records/subscription.repository';
import { ChannelObjects } from '../channels/channel-objects.service';
import { ChannelClientEvents } from '../channels/channel.client-events';
import type { ChannelPolicy } from '../access/policies.service';
import { SubscriptionClientEvents } from '../subscriptions/subscription.client-events';

/** A channel with the unsubscribed users who begin or cease to see it. */
export interface VisibleChannel {
  readonly channel: Channel;
  readonly userIds: readonly UserId[];
}

type ToUsers = { readonly to: 'users'; readonly ids: readonly UserId[] };

/** Tells users about channels that become visible or hidden without a change of subscriptions. */
@Injectable()
export class ChannelVisibilityEvents {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly objects: ChannelObjects,
    private readonly channelEvents: ChannelClientEvents,
    private readonly subscriptionEvents: SubscriptionClientEvents,
  ) {}

  /**
   * Sends the channel without subscribers and then the subscribers, because clients count them from these events. Three
   * statements.
   */
  async reveal(policy: ChannelPolicy, visible: readonly VisibleChannel[]): Promise<void> {
    const seen = visible.filter(({ userIds }) => userIds.length > 0);
    if (seen.length === 0) return;
    const { id } = policy.organization;
    const surplus = await this.rows.surplus(seen.map(({ channel }) => channel.id));
    const channels = seen.map(({ channel }) => ({
      ...channel,
      isSubscribed: false,
      subscriberCount: surplus.get(channel.id) ?? 0,
    }));
    const objects = await this.objects.forAll(policy, channels);
    for (const { audience, items } of byAudience(seen.map(({ userIds }, at) => ({ userIds, item: objects[at]! }))))
      this.channelEvents.tellVisible(id, audience, items);

    const subscribers = await this.rows.subscriberIdsOf(channels.map((channel) => channel.id));
    const peers = seen
      .map(({ channel, userIds }) => ({ userIds, item: { channel, userIds: subscribers.get(channel.id)! } }))
      .filter(({ item }) => item.userIds.length > 0);
    for (const { audience, items } of byAudience(peers)) this.subscriptionEvents.tellPeersRevealed(id, audience, items);
  }

  /** The channels in their last visible state. */
  hide({ organization }: ChannelPolicy, visible: readonly VisibleChannel[]): void {
    const told = visible.filter(({ userIds }) => userIds.length > 0);
    const hidden = told.map(({ channel, userIds }) => ({ userIds, item: channel }));
    for (const { audience, items } of byAudience(hidden))
      this.channelEvents.tellHidden(organization.id, audience.ids, items);
  }
}

const toUsers = (ids: readonly UserId[]): ToUsers => ({ to: 'users', ids });

/** Items for the same users become one event. */
function byAudience<Item>(told: readonly { userIds: readonly UserId[]; item: Item }[]) {
  const groups = new Map<string, { audience: ToUsers; items: Item[] }>();
  for (const { userIds, item } of told) {
    const key = userIds.join();
    const group = groups.get(key) ?? { audience: toUsers(userIds), items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}
