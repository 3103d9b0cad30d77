import type { User } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import type { Audience } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { Channel, CountedChannel } from '../records/channel';
import type { ChannelUser } from '../records/channel-user';
import { pairKey, SubscriptionRepository, SubscriptionRow } from '../records/subscription.repository';
import type { ChannelAccess } from '../access/access';
import type { ChannelPolicy } from '../access/policies.service';
import { ChannelChangeClientEvents } from '../channels/channel-change.client-events';
import { ChannelObject } from '../channels/channel-object.client-events';
import { ChannelObjects, isProtected } from '../channels/channel-objects.service';
import { ChannelViewers } from '../access/channel-viewers.service';
import { AbsentSubscribers } from './absent-subscribers.service';
import { ChangedSubscribers, peerGroups } from './peer-groups';
import { ChannelClientEvents } from '../channels/channel.client-events';
import { Joined, SubscriptionClientEvents } from '../subscriptions/subscription.client-events';

export interface Joining {
  policy: ChannelPolicy;
  channels: readonly Channel[];
  users: readonly User[];
  /** The colours of the request. */
  colors?: ReadonlyMap<ChannelId, string>;
  /** The channels that this transaction created. Clients are already told about them. */
  created?: ReadonlySet<ChannelId>;
  /**
   * The user who made the change, for the audit log of subscriptions of other users. Absent: the change follows from
   * something else.
   */
  actorId?: UserId;
}

export type Leaving = Pick<Joining, 'policy' | 'channels' | 'users' | 'actorId'>;

/** A new subscription with its settings. */
export type NewSubscription = ChannelUser & Partial<SubscriptionRow> & { color: string };

/**
 * Tells clients who joined and left, in the order that they expect. A channel first becomes visible, then the user is
 * subscribed, then other users are told; for leaving, the reverse (docs/protocol/events.md). Called before periods are
 * written.
 */
@Injectable()
export class SubscriberEvents {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly viewers: ChannelViewers,
    private readonly objects: ChannelObjects,
    private readonly channelEvents: ChannelClientEvents,
    private readonly changeEvents: ChannelChangeClientEvents,
    private readonly subscriptionEvents: SubscriptionClientEvents,
    private readonly absent: AbsentSubscribers,
  ) {}

  async joined(
    { policy, channels, users, created }: Joining,
    subscriptions: readonly NewSubscription[],
  ): Promise<void> {
    const organizationId = policy.organization.id;
    const changed = await this.changed(channels, subscriptions, true);
    const surplus = await this.rows.surplus(changed.map(({ channel }) => channel.id));
    const objects = await this.objects.forAll(
      policy,
      changed.map((one) => counted(one, surplus.get(one.channel.id))),
    );
    const access = new Map(users.map((user) => [user.id, policy.accessOfUser(user)]));

    const revealed = objects.map((object, at) => {
      const { channel, changedIds } = changed[at]!;
      return {
        audience: usersOf(
          created?.has(channel.id) ? [] : changedIds.filter((id) => !access.get(id)!.seesMetadata(foreign(channel))),
        ),
        item: { ...object, subscriber_count: object.subscriber_count - changedIds.length },
      };
    });
    for (const { audience, items } of byAudience(revealed))
      this.channelEvents.tellVisible(organizationId, audience, items);

    const listed = objects.map((object, at) => ({ ...object, subscribers: changed[at]!.subscriberIds }));
    this.subscriptionEvents.tellAdded(organizationId, listed, await this.joinedByUser(changed, objects, subscriptions));

    const audiences = await this.viewers.audiences(policy, channels);
    for (const { audience, items, userIds } of peerGroups(changed, audiences, true)) {
      this.subscriptionEvents.tellPeersJoined(organizationId, audience, items, userIds);
    }
  }

  async left({ policy, channels, users }: Leaving, pairs: readonly ChannelUser[]): Promise<void> {
    const organizationId = policy.organization.id;
    await this.absent.settle(organizationId, pairs);
    const changed = await this.changed(channels, pairs, false);
    const access = new Map(users.map((user) => [user.id, policy.accessOfUser(user)]));
    this.subscriptionEvents.tellRemoved(
      organizationId,
      changed.map(({ channel }) => channel),
      placesByUser(changed),
    );

    const hidden = changed.map(({ channel, changedIds }) => ({
      audience: usersOf(changedIds.filter((id) => !access.get(id)!.seesMetadata(foreign(channel)))),
      item: channel,
    }));
    for (const { audience, items } of byAudience(hidden))
      this.channelEvents.tellHidden(organizationId, audience.ids, items);
    await this.closeHistories(organizationId, changed, access);

    const audiences = await this.viewers.audiences(policy, channels);
    for (const { audience, items, userIds } of peerGroups(changed, audiences, false)) {
      this.subscriptionEvents.tellPeersLeft(organizationId, audience, items, userIds);
    }
  }

  /**
   * Users who leave a channel with protected history but still see it are told that it contains no readable message.
   */
  private async closeHistories(
    organizationId: OrganizationId,
    changed: readonly ChangedSubscribers[],
    access: ReadonlyMap<UserId, ChannelAccess>,
  ): Promise<void> {
    const closed = changed.filter(({ channel }) => !channel.historyPublicToSubscribers);
    const channelUsers = closed.flatMap(({ channel, changedIds }) =>
      changedIds
        .filter((id) => access.get(id)!.seesMetadata(foreign(channel)))
        .map((userId) => ({ channelId: channel.id, userId })),
    );
    const received = await this.objects.firstReceived(channelUsers);
    for (const { channel } of closed) {
      const ids = channelUsers.filter((one) => one.channelId === channel.id && received.has(pairKey(one)));
      if (ids.length === 0) continue;
      const audience = usersOf(ids.map(({ userId }) => userId));
      const told = { organizationId, audience, channelId: channel.id, name: channel.name };
      this.changeEvents.tellFirstMessage({ ...told, wasArchived: channel.isArchived }, null, new Map());
    }
  }

  /** Runs before the first write. */
  private async changed(
    channels: readonly Channel[],
    pairs: readonly ChannelUser[],
    isJoining: boolean,
  ): Promise<ChangedSubscribers[]> {
    const changedIds = new Map<ChannelId, UserId[]>(channels.map(({ id }) => [id, []]));
    for (const { channelId, userId } of pairs) changedIds.get(channelId)!.push(userId);
    const concerned = channels.filter(({ id }) => changedIds.get(id)!.length > 0);
    const subscriberIds = await this.rows.subscriberIdsOf(concerned.map(({ id }) => id));
    return concerned.map((channel) => {
      const [before, own] = [subscriberIds.get(channel.id)!, changedIds.get(channel.id)!];
      const gone = new Set(own);
      const after = isJoining ? [...before, ...own].sort((a, b) => a - b) : before.filter((id) => !gone.has(id));
      return { channel, subscriberIds: after, changedIds: own };
    });
  }

  private async joinedByUser(
    changed: readonly ChangedSubscribers[],
    objects: readonly ChannelObject[],
    subscriptions: readonly NewSubscription[],
  ): Promise<Map<UserId, Joined[]>> {
    const places = new Map(objects.map(({ stream_id }, at) => [stream_id, at]));
    const guarded = new Set(
      changed
        .map((one) => counted(one))
        .filter(isProtected)
        .map(({ id }) => id),
    );
    const received = await this.objects.firstReceived(subscriptions.filter(({ channelId }) => guarded.has(channelId)));
    const joined = new Map<UserId, Joined[]>();
    for (const { channelId, userId, ...settings } of subscriptions) {
      const firstMessageId = received.get(pairKey({ channelId, userId }));
      const own = joined.get(userId) ?? [];
      own.push({
        at: places.get(channelId)!,
        ...settings,
        ...(firstMessageId === undefined ? {} : { firstMessageId }),
      });
      joined.set(userId, own);
    }
    return joined;
  }
}

/** @param surplus of the count over the list, of which clients are told later */
const counted = ({ channel, subscriberIds }: ChangedSubscribers, surplus = 0): CountedChannel => ({
  ...channel,
  subscriberCount: subscriberIds.length + surplus,
});

/** The channel as an unsubscribed user sees it. */
const foreign = (channel: Channel): Channel => ({ ...channel, isSubscribed: false });

type ToUsers = Extract<Audience, { to: 'users' }>;

const usersOf = (ids: readonly UserId[]): ToUsers => ({ to: 'users', ids });

function placesByUser(changed: readonly ChangedSubscribers[]): Map<UserId, number[]> {
  const places = new Map<UserId, number[]>();
  changed.forEach(({ changedIds }, at) => changedIds.forEach((id) => places.set(id, [...(places.get(id) ?? []), at])));
  return places;
}

/** Items for the same users become one event. */
function byAudience<Item>(told: readonly { audience: ToUsers; item: Item }[]): { audience: ToUsers; items: Item[] }[] {
  const groups = new Map<string, { audience: ToUsers; items: Item[] }>();
  for (const { audience, item } of told) {
    if (audience.ids.length === 0) continue;
    const key = audience.ids.join();
    const group = groups.get(key) ?? { audience, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}
