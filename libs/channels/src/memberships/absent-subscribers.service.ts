import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { ChannelUser } from '../records/channel-user';
import { SubscriptionRepository } from '../records/subscription.repository';
import { AbsenceEvents } from './absence-events.service';
import { Absence, AbsenceChangeRepository } from './absence-change.repository';

/** The name of the worker that changes the remaining channels. */
export const ABSENCE_CHANGER = 'absence_changes';
/**
 * The most that one transaction changes, which takes less than 100 ms. A channel weighs 1, and a private one also as
 * much as the list of its viewers. A request waits this long for the rest; after that only the worker continues. Tests
 * reduce both.
 */
export const ABSENCE = { weight: 200, patienceMs: 5_000 };
/** This many viewers of a private channel, who are listed in the entry, weigh as much as a channel. */
const VIEWERS = 100;
const BETWEEN_LOOKS_MS = 25;

/**
 * Deactivated users remain subscribed, so that a reactivation restores everything. While they are deactivated, no list,
 * count or permission includes them (docs/protocol/users.md). The organization's lock is held, so no subscription
 * changes. A user of many channels is left out of all lists at once, and of the counts of the first channels. Rows of
 * work guarantee the others, in the order of deactivations and reactivations.
 */
@Injectable()
export class AbsentSubscribers {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly changes: AbsenceChangeRepository,
    private readonly clientEvents: AbsenceEvents,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  async begin(organizationId: OrganizationId, userId: UserId): Promise<void> {
    const { first, rest } = await this.divided(userId);
    const absence = { organizationId, userId, isLeaving: true, channelIds: first };
    await this.clientEvents.tell(absence, false);
    if (!(await this.rows.beginAbsence(userId))) return;
    await this.rows.count(first, -1);
    await this.leaveToWorker(absence, rest);
  }

  async end(organizationId: OrganizationId, userId: UserId): Promise<void> {
    const { first, rest } = await this.divided(userId);
    const absence = { organizationId, userId, isLeaving: false, channelIds: first };
    await this.clientEvents.tell(absence, false);
    if (await this.rows.endAbsence(userId)) {
      await this.rows.count(first, 1);
      await this.leaveToWorker(absence, rest);
    }
    await this.clientEvents.tellNamedAgain(organizationId, userId);
  }

  /**
   * Changes channels whose locks are held, after the account was changed. Whatever happened to the subscriptions since,
   * the counts change as they would have with the account. The user may have logged in since, and is told as well.
   */
  async change(absence: Absence): Promise<void> {
    await this.clientEvents.tell(absence, true);
    await this.rows.count(absence.channelIds, absence.isLeaving ? -1 : 1);
  }

  /**
   * The users are about to leave channels whose locks are held. What waits for these channels is done before, so that
   * clients are not told later that the users returned to them.
   */
  async settle(organizationId: OrganizationId, pairs: readonly ChannelUser[]): Promise<void> {
    const userIds = [...new Set(pairs.map((pair) => pair.userId))];
    const waiting = await this.changes.concerning(
      userIds,
      pairs.map((pair) => pair.channelId),
    );
    if (waiting.length === 0) return;
    for (const { userId, channelId } of pairs) {
      const own = waiting.filter((row) => row.userId === userId && row.channelIds.includes(channelId));
      for (const { isLeaving } of own)
        await this.change({ organizationId, userId, isLeaving, channelIds: [channelId] });
      const ids = own.map(({ id }) => id);
      if (ids.length > 0) await this.changes.removeChannel(ids, channelId);
    }
  }

  /** The channels that the transaction changes itself, and the others in batches. Earlier changes are made before. */
  private async divided(userId: UserId): Promise<{ first: readonly ChannelId[]; rest: readonly ChannelId[][] }> {
    const batches = batchesOf(await this.rows.openChannels(userId));
    if (await this.changes.isWaitingFor(userId)) return { first: [], rest: batches };
    const [first = [], ...rest] = batches;
    return { first, rest };
  }

  private async leaveToWorker(absence: Absence, batches: readonly (readonly ChannelId[])[]): Promise<void> {
    if (batches.length === 0) return;
    await this.changes.insert(absence, batches);
    this.transactions.required.afterCommit.push(() => this.workers.nudge(ABSENCE_CHANGER));
    this.transactions.required.awaitedAfterCommit.push(() => this.untilDone(absence.userId));
  }

  private async untilDone(userId: UserId): Promise<void> {
    for (const end = Date.now() + ABSENCE.patienceMs; Date.now() < end && (await this.changes.isWaitingFor(userId));)
      await setTimeout(BETWEEN_LOOKS_MS);
  }
}

/** Batches of single transactions. A channel that weighs more than a batch has its own. */
function batchesOf(channels: readonly { id: ChannelId; viewers: number }[]): ChannelId[][] {
  const batches: ChannelId[][] = [];
  let room = 0;
  for (const { id, viewers } of channels) {
    const weight = 1 + Math.floor(viewers / VIEWERS);
    if (weight > room) {
      batches.push([]);
      room = ABSENCE.weight;
    }
    batches.at(-1)!.push(id);
    room -= weight;
  }
  return batches;
}
