import { showsEverybodyToGuests, User } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import { DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../domain/channel';
import { nextColor } from '../domain/color';
import type { MembershipChange } from '../domain/events';
import { Pair, pairKey, SubscriptionRepository, SubscriptionRow } from '../store/subscription.repository';
import { MembershipEntries } from './membership.client-events';
import type { ChannelPolicy } from './policies.service';
import { SubscriberNews } from './subscriber-news.service';

export interface Joining {
  policy: ChannelPolicy;
  channels: readonly Channel[];
  users: readonly User[];
  /** Colours that the request chose. */
  colors?: ReadonlyMap<ChannelId, string>;
  /** Those of the channels that this transaction made: clients know of them already. */
  created?: ReadonlySet<ChannelId>;
}

export type Leaving = Pick<Joining, 'policy' | 'channels' | 'users'>;

/** A new subscription with the settings it has from now on. */
export type NewSubscription = Pair & Partial<SubscriptionRow> & { color: string };

/**
 * Lets users into channels and out of them, inside a transaction that holds the exclusive lock of each channel. Decides
 * nothing. The number of statements does not hang on the number of users.
 */
@Injectable()
export class Subscribers {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly entries: MembershipEntries,
    private readonly news: SubscriberNews,
    private readonly events: DomainEventBus,
  ) {}

  /** Subscribes every user to every channel; answers what is new. */
  @Raises('SubscribersJoined')
  async join(joining: Joining): Promise<Pair[]> {
    const pairs = await this.notYetSubscribed(joining);
    if (pairs.length === 0) return [];
    const channelIds = [...new Set(pairs.map(({ channelId }) => channelId))];
    const positions = await this.rows.drawPositions(channelIds);
    const subscriptions = await this.settle(pairs, joining.colors ?? new Map());
    await this.rows.openPeriods(at(pairs, positions));
    await this.news.joined(joining, subscriptions);
    const changes = changesOf(joining.policy, pairs, positions);
    this.entries.note('joined', changes);
    for (const change of changes) await this.events.raise('SubscribersJoined', change);
    return pairs;
  }

  /** Unsubscribes every user from every channel; answers what has changed. */
  @Raises('SubscribersLeft')
  async leave(leaving: Leaving): Promise<Pair[]> {
    const { policy, channels, users } = leaving;
    const pairs = await this.rows.openPairs(idsOf(channels), idsOf(users));
    if (pairs.length === 0) return [];
    const positions = await this.rows.drawPositions([...new Set(pairs.map(({ channelId }) => channelId))]);
    await this.rows.closePeriods(at(pairs, positions));
    await this.news.left(leaving, pairs);
    const changes = changesOf(policy, pairs, positions);
    this.entries.note('left', changes);
    for (const change of changes) await this.events.raise('SubscribersLeft', change);
    return pairs;
  }

  private async notYetSubscribed({ channels, users }: Joining): Promise<Pair[]> {
    const open = new Set((await this.rows.openPairs(idsOf(channels), idsOf(users))).map(pairKey));
    const all = channels.flatMap(({ id }) => users.map((user) => ({ channelId: id, userId: user.id })));
    return all.filter((pair) => !open.has(pairKey(pair)));
  }

  /** Who comes back finds his settings again; who is new gets a colour that he does not use yet. */
  private async settle(pairs: readonly Pair[], colors: ReadonlyMap<ChannelId, string>): Promise<NewSubscription[]> {
    const userIds = [...new Set(pairs.map(({ userId }) => userId))];
    const kept = new Map(
      (await this.rows.settings([...new Set(pairs.map(({ channelId }) => channelId))], userIds)).map((row) => [
        pairKey(row),
        row,
      ]),
    );
    const used = await this.rows.usedColors(userIds);
    const fresh: NewSubscription[] = [];
    const subscriptions = pairs.map((pair) => {
      const row = kept.get(pairKey(pair));
      if (row) return row;
      const own = used.get(pair.userId) ?? new Set();
      const color = colors.get(pair.channelId) ?? nextColor(own);
      used.set(pair.userId, own.add(color));
      fresh.push({ ...pair, color });
      return { ...pair, color };
    });
    await this.rows.insertSettings(fresh);
    return subscriptions;
  }
}

const idsOf = <Id>(records: readonly { id: Id }[]): Id[] => records.map(({ id }) => id);

const at = (pairs: readonly Pair[], positions: ReadonlyMap<ChannelId, number>) =>
  pairs.map((pair) => ({ ...pair, position: positions.get(pair.channelId)! }));

function changesOf(
  { organization }: ChannelPolicy,
  pairs: readonly Pair[],
  positions: ReadonlyMap<ChannelId, number>,
): MembershipChange[] {
  return [...positions].map(([channelId, position]) => ({
    organizationId: organization.id,
    channelId,
    userIds: userIdsIn(pairs, channelId),
    position,
    limitsGuests: !showsEverybodyToGuests(organization),
  }));
}

const userIdsIn = (pairs: readonly Pair[], channelId: ChannelId): UserId[] =>
  pairs.filter((pair) => pair.channelId === channelId).map(({ userId }) => userId);
