import { showsEverybodyToGuests, User } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import { DomainEventBus, Raises, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { Channel } from '../channels/channel';
import { nextColor } from '../subscriptions/color';
import type { MembershipChange } from '../events';
import { MembershipChangeRepository } from './membership-change.repository';
import { Pair, pairKey, SubscriptionRepository, SubscriptionRow } from '../subscriptions/subscription.repository';
import { MembershipEntries } from './membership.client-events';
import type { ChannelPolicy } from '../access/policies.service';
import { SubscriberNews } from './subscriber-news.service';

/** Name of the worker that changes the subscriptions of those who are left. */
export const MEMBERSHIP_CHANGER = 'membership_changes';
/**
 * Pairs of user and channel that one transaction changes. Fewer leave at once: each may have thousands of unread messages.
 * Tests make it smaller.
 */
export const PAIRS = { joining: 2_000, leaving: 250 };
/** So long a request waits for the rest; after that the worker goes on without it. */
const PATIENCE_MS = 5_000;
const BETWEEN_LOOKS_MS = 25;

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
 * nothing. The number of statements does not hang on the number of users. Of very many users the first ones are changed at
 * once; rows of work make certain that the others follow, and whoever ran the transaction waits for them for a while.
 */
@Injectable()
export class Subscribers {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly entries: MembershipEntries,
    private readonly news: SubscriberNews,
    private readonly events: DomainEventBus,
    private readonly changes: MembershipChangeRepository,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /** Those of the users who are subscribed by the transaction of the request itself. */
  firstOf(users: readonly User[], channels: number): readonly User[] {
    return users.slice(0, usersAtOnce(PAIRS.joining, channels));
  }

  /** Subscribes every user to every channel; answers what is new. */
  async join(joining: Joining): Promise<Pair[]> {
    const { users, channels, colors } = joining;
    const first = this.firstOf(users, channels.length);
    if (first.length === users.length) return this.joinNow(joining);
    const pairs = await this.notYetSubscribed(joining);
    await this.joinNow({ ...joining, users: first });
    await this.leaveToWorker(joining, first.length, pairs, Object.fromEntries(colors ?? []));
    return pairs;
  }

  /** Unsubscribes every user from every channel; answers what has changed. */
  async leave(leaving: Leaving): Promise<Pair[]> {
    const { users, channels } = leaving;
    const first = users.slice(0, usersAtOnce(PAIRS.leaving, channels.length));
    if (first.length === users.length) return this.leaveNow(leaving);
    const pairs = await this.rows.openPairs(idsOf(channels), idsOf(users));
    await this.leaveNow({ ...leaving, users: first });
    await this.leaveToWorker(leaving, first.length, pairs, null);
    return pairs;
  }

  /** As `join`, all of them in this transaction. */
  @Raises('SubscribersJoined')
  async joinNow(joining: Joining): Promise<Pair[]> {
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

  /** As `leave`, all of them in this transaction. */
  @Raises('SubscribersLeft')
  async leaveNow(leaving: Leaving): Promise<Pair[]> {
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

  /** The users from that place on, as far as something changes for them. `colors` null: they leave. */
  private async leaveToWorker(
    { policy, channels, users }: Leaving,
    from: number,
    pairs: readonly Pair[],
    colors: Record<string, string> | null,
  ): Promise<void> {
    const changing = new Set(pairs.map(({ userId }) => userId));
    const rest = idsOf(users.slice(from)).filter((id) => changing.has(id));
    if (rest.length === 0) return;
    const size = usersAtOnce(colors ? PAIRS.joining : PAIRS.leaving, channels.length);
    const batches = Array.from({ length: Math.ceil(rest.length / size) }, (_, at) =>
      rest.slice(at * size, (at + 1) * size),
    );
    const isJoining = colors !== null;
    const organizationId = policy.organization.id;
    const work = { organizationId, isJoining, channelIds: idsOf(channels), colors: colors ?? {} };
    const ids = await this.changes.insert(work, batches);
    this.transactions.required.afterCommit.push(() => this.workers.nudge(MEMBERSHIP_CHANGER));
    this.transactions.required.aftermath.push(() => this.untilDone(ids));
  }

  private async untilDone(ids: readonly number[]): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && (await this.changes.isWaiting(ids));)
      await setTimeout(BETWEEN_LOOKS_MS);
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

const usersAtOnce = (pairs: number, channels: number): number => Math.max(1, Math.floor(pairs / Math.max(1, channels)));

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
