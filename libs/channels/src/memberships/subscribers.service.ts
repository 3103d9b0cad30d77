import { showsEverybodyToGuests, User } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { DomainEventBus, lock, originOfWork, Raises, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { Channel } from '../records/channel';
import { nextColor } from '../records/color';
import type { MembershipChange, MessagesOfUser } from '../events';
import { MembershipChangeRepository } from './membership-change.repository';
import type { ChannelUser } from '../records/channel-user';
import { pairKey, SubscriptionRepository } from '../records/subscription.repository';
import { MembershipEntries } from './membership.client-events';
import { OthersSubscriptions } from '../subscriptions/others-subscriptions.service';
import { ChannelHistory } from '../records/channel-history.port';
import type { ChannelPolicy } from '../access/policies.service';
import { Joining, Leaving, NewSubscription, SubscriberEvents } from './subscriber-events.service';

/** The name of the worker that makes the remaining changes. */
export const MEMBERSHIP_CHANGER = 'membership_changes';
/** The number of (user, channel) pairs that one transaction changes, which takes about 50 ms. Tests reduce it. */
export const PAIRS = { joining: 500, leaving: 200 };
/** The number of messages that one transaction reads to find what was unread for leaving users. Tests reduce it. */
export const LEFT_UNREAD = { most: 50_000 };
/** The number of unread marks that are removed in the transaction in which users leave. Tests reduce it. */
export const LEFT_MARKS = { most: 5_000 };
/** A request waits this long for the rest. After that only the worker continues. */
const PATIENCE_MS = 5_000;
const BETWEEN_LOOKS_MS = 25;

/**
 * Subscribes and unsubscribes users, in a transaction that holds the exclusive lock of each channel. Does not check
 * permissions. The number of statements does not depend on the number of users. If there are very many users, a worker
 * changes the rest in further transactions. Rows of work guarantee that, and the request waits for a limited time.
 */
@Injectable()
export class Subscribers {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly entries: MembershipEntries,
    private readonly clientEvents: SubscriberEvents,
    private readonly history: ChannelHistory,
    private readonly events: DomainEventBus,
    private readonly changes: MembershipChangeRepository,
    private readonly others: OthersSubscriptions,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /** The users whom the transaction of the request subscribes itself; empty if there are too many. */
  atOnce(users: readonly User[], channels: number): readonly User[] {
    return users.length * channels <= PAIRS.joining ? users : [];
  }

  /** Subscribes all users to all channels. Returns the new subscriptions. */
  async join(joining: Joining): Promise<ChannelUser[]> {
    const { users, channels } = joining;
    if (this.atOnce(users, channels.length).length === users.length) return this.joinNow(joining);
    const pairs = await this.notYetSubscribed(joining);
    const changing = new Set(pairs.map(({ userId }) => userId));
    const batches = joiningBatches(
      channels,
      users.filter(({ id }) => changing.has(id)),
    );
    await this.leaveToWorker(joining, true, batches);
    return pairs;
  }

  /** Unsubscribes all users from all channels. Returns the ended subscriptions. */
  async leave(leaving: Leaving): Promise<ChannelUser[]> {
    const { channels, users } = leaving;
    const pairs = await this.rows.openPairs(idsOf(channels), idsOf(users));
    if (pairs.length === 0) return [];
    const changing = new Set(pairs.map(({ userId }) => userId));
    const left = new Set(pairs.map(({ channelId }) => channelId));
    const batches = await this.leavingBatches(
      channels.filter(({ id }) => left.has(id)),
      users.filter(({ id }) => changing.has(id)),
    );
    const [first, second] = batches;
    if (first && !second && (await this.manyMarked(idsOf(first.channels), idsOf(first.users))).length === 0) {
      return this.leaveNow({ ...leaving, ...first });
    }
    await this.leaveToWorker(leaving, false, batches);
    return pairs;
  }

  /** Earlier changes of these subscriptions that are still to be made. */
  waitingFor(channelIds: readonly ChannelId[], userIds: readonly UserId[]): Promise<number[]> {
    return this.changes.waitingFor(channelIds, userIds);
  }

  /** `false`: they take longer than a request waits. */
  async untilDone(ids: readonly number[]): Promise<boolean> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      if (!(await this.changes.isWaiting(ids))) return true;
      await setTimeout(BETWEEN_LOOKS_MS);
    }
    return false;
  }

  /**
   * As `join`, in this transaction only. Reads precede the first write, because reads after it would delay client
   * events.
   */
  @Raises('SubscribersJoined')
  async joinNow(joining: Joining): Promise<ChannelUser[]> {
    const pairs = await this.notYetSubscribed(joining);
    if (pairs.length === 0) return [];
    const channelIds = [...new Set(pairs.map(({ channelId }) => channelId))];
    const { subscriptions, fresh } = await this.settled(pairs, joining.colors ?? new Map());
    await this.clientEvents.joined(joining, subscriptions);
    const positions = await this.rows.drawPositions(channelIds);
    await this.rows.insertSettings(fresh);
    await this.rows.openPeriods(at(pairs, positions));
    const changes = changesOf(joining.policy, pairs, positions);
    this.entries.note('joined', changes);
    this.record(joining, 'subscribed', pairs);
    for (const change of changes) await this.events.raise('SubscribersJoined', change);
    return pairs;
  }

  /** As `leave`, in this transaction only. Reads precede the first write. */
  @Raises('SubscribersAreLeaving', 'SubscribersLeft')
  async leaveNow(leaving: Leaving): Promise<ChannelUser[]> {
    const { policy, channels, users } = leaving;
    const pairs = await this.rows.openPairs(idsOf(channels), idsOf(users));
    if (pairs.length === 0) return [];
    const channelIds = [...new Set(pairs.map(({ channelId }) => channelId))];
    const organizationId = policy.organization.id;
    await this.clientEvents.left(leaving, pairs);
    for (const channelId of channelIds) {
      const userIds = userIdsIn(pairs, channelId);
      await this.events.raise('SubscribersAreLeaving', { organizationId, channelId, userIds });
    }
    const positions = await this.rows.drawPositions(channelIds);
    await this.rows.closePeriods(at(pairs, positions));
    const changes = changesOf(policy, pairs, positions);
    this.entries.note('left', changes);
    this.record(leaving, 'unsubscribed', pairs);
    for (const change of changes) await this.events.raise('SubscribersLeft', change);
    return pairs;
  }

  /**
   * Leaving a channel marks its messages as read. If there are very many unread marks, several transactions remove some
   * of them first. So the transaction in which the users leave delays client events only for the rest. Called outside a
   * transaction.
   */
  @Raises('LeaversHaveRead')
  async readMarked(
    organizationId: OrganizationId,
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
  ): Promise<void> {
    for (;;) {
      const read = await this.manyMarked(channelIds, userIds);
      if (read.length === 0) return;
      const locks = read.map(({ userId }) => lock.user(userId));
      await this.transactions.run(locks, () => this.events.raise('LeaversHaveRead', { organizationId, read }));
    }
  }

  /**
   * Some of the messages marked as unread; empty if there are few enough for the transaction in which the users leave.
   */
  private async manyMarked(channelIds: readonly ChannelId[], userIds: readonly UserId[]): Promise<MessagesOfUser[]> {
    const marked = await this.history.markedUnread(channelIds, userIds, LEFT_MARKS.most);
    const count = marked.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
    return count < LEFT_MARKS.most ? [] : marked;
  }

  /** Batches for single transactions, bounded by the number of pairs and of messages that may be unread. */
  private async leavingBatches(channels: readonly Channel[], users: readonly User[]): Promise<Batch[]> {
    const sizes = await this.history.mayBeUnread(idsOf(channels), idsOf(users), LEFT_UNREAD.most);
    const ofOne = channels.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0);
    if (ofOne <= LEFT_UNREAD.most) {
      const byUnread = Math.floor(LEFT_UNREAD.most / Math.max(1, ofOne));
      return chunks(channels, PAIRS.leaving).flatMap((some) =>
        chunks(users, Math.min(usersAtOnce(PAIRS.leaving, some.length), byUnread)).map((others) => ({
          channels: some,
          users: others,
        })),
      );
    }
    return channels.flatMap((channel) => {
      const most = Math.max(1, Math.floor(LEFT_UNREAD.most / Math.max(1, sizes.get(channel.id) ?? 0)));
      return chunks(users, Math.min(PAIRS.leaving, most)).map((some) => ({ channels: [channel], users: some }));
    });
  }

  private record(
    { policy, actorId }: Leaving,
    action: 'subscribed' | 'unsubscribed',
    pairs: readonly ChannelUser[],
  ): void {
    if (actorId !== undefined) this.others.record(policy.organization.id, actorId, action, pairs);
  }

  private async leaveToWorker(
    { policy, colors = new Map(), actorId }: Pick<Joining, 'policy' | 'colors' | 'actorId'>,
    isJoining: boolean,
    batches: readonly Batch[],
  ): Promise<void> {
    if (batches.length === 0) return;
    const { client, address } = originOfWork();
    const work = {
      organizationId: policy.organization.id,
      isJoining,
      colors: Object.fromEntries(colors),
      actorId: actorId ?? null,
      client,
      address,
    };
    const ids = await this.changes.insert(
      work,
      batches.map(({ channels, users }) => ({ channelIds: idsOf(channels), userIds: idsOf(users) })),
    );
    this.transactions.required.afterCommit.push(() => this.workers.nudge(MEMBERSHIP_CHANGER));
    this.transactions.required.awaitedAfterCommit.push(async () => void (await this.untilDone(ids)));
  }

  private async notYetSubscribed({ channels, users }: Joining): Promise<ChannelUser[]> {
    const open = new Set((await this.rows.openPairs(idsOf(channels), idsOf(users))).map(pairKey));
    const all = channels.flatMap(({ id }) => users.map((user) => ({ channelId: id, userId: user.id })));
    return all.filter((pair) => !open.has(pairKey(pair)));
  }

  /** A returning subscriber keeps the former settings. A new one gets a colour that the user does not use yet. */
  private async settled(
    pairs: readonly ChannelUser[],
    colors: ReadonlyMap<ChannelId, string>,
  ): Promise<{ subscriptions: NewSubscription[]; fresh: (ChannelUser & { color: string })[] }> {
    const userIds = [...new Set(pairs.map(({ userId }) => userId))];
    const kept = new Map(
      (await this.rows.settings([...new Set(pairs.map(({ channelId }) => channelId))], userIds)).map((row) => [
        pairKey(row),
        row,
      ]),
    );
    const used = await this.rows.usedColors(userIds);
    const fresh: (ChannelUser & { color: string })[] = [];
    const subscriptions = pairs.map((pair) => {
      const row = kept.get(pairKey(pair));
      if (row) return row;
      const own = used.get(pair.userId) ?? new Set();
      const color = colors.get(pair.channelId) ?? nextColor(own);
      used.set(pair.userId, own.add(color));
      fresh.push({ ...pair, color });
      return { ...pair, color };
    });
    return { subscriptions, fresh };
  }
}

/** The channels and users of one transaction. */
type Batch = Pick<Joining, 'channels' | 'users'>;

const usersAtOnce = (pairs: number, channels: number): number => Math.max(1, Math.floor(pairs / Math.max(1, channels)));

/** A batch has as few channels as possible, because the event about a channel contains all of its subscribers. */
function joiningBatches(channels: readonly Channel[], users: readonly User[]): Batch[] {
  const channelsAtOnce = Math.max(1, Math.floor(PAIRS.joining / Math.max(1, users.length)));
  return chunks(channels, channelsAtOnce).flatMap((some) =>
    chunks(users, usersAtOnce(PAIRS.joining, some.length)).map((others) => ({ channels: some, users: others })),
  );
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

const idsOf = <Id>(records: readonly { id: Id }[]): Id[] => records.map(({ id }) => id);

const at = (pairs: readonly ChannelUser[], positions: ReadonlyMap<ChannelId, number>) =>
  pairs.map((pair) => ({ ...pair, position: positions.get(pair.channelId)! }));

function changesOf(
  { organization }: ChannelPolicy,
  pairs: readonly ChannelUser[],
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

const userIdsIn = (pairs: readonly ChannelUser[], channelId: ChannelId): UserId[] =>
  pairs.filter((pair) => pair.channelId === channelId).map(({ userId }) => userId);
