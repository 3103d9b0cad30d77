import { LeasedOrganizationJobs } from '@app/identity';
import { Clock, NO_USER } from '@app/kernel';
import { Backlog, lock, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { COUNTED_DAYS, isRecentlyActive, weeklyTraffic } from './channel-activity';
import { ChannelRepository } from '../records/channel.repository';
import { ChannelActivityChanges } from './channel-activity-changes.service';
import { ChannelActivity, ChannelHistory } from '../records/channel-history.port';

const EVERY_MS = 60_000;
const DAY_SECONDS = 24 * 60 * 60;
const DAY_MS = DAY_SECONDS * 1000;
/** The number of channels whose messages one statement counts. */
const BATCH = 20;
/** Measures the activity of each channel once a day. */
@Injectable()
export class ChannelActivities implements Worker, OnModuleInit {
  readonly name = 'channel_activity';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly channels: ChannelRepository,
    private readonly activityChanges: ChannelActivityChanges,
    private readonly history: ChannelHistory,
    private readonly jobs: LeasedOrganizationJobs,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const organizationId = await this.jobs.take(this.name);
    if (organizationId === null) return false;
    const channels = await this.channels.list(organizationId, NO_USER, null);
    for (let from = 0; from < channels.length; from += BATCH) {
      if (signal.aborted) break;
      await this.look(channels.slice(from, from + BATCH));
      await this.jobs.keep(this.name, organizationId);
    }
    await this.jobs.put(this.name, organizationId, signal.aborted ? 0 : DAY_SECONDS);
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.jobs.backlog(this.name);
  }

  private async look(channels: readonly Channel[]): Promise<void> {
    const now = this.clock.now().getTime();
    const activity = await this.history.activity(
      channels.map(({ id }) => id),
      new Date(now - COUNTED_DAYS * DAY_MS),
    );
    const traffic = channels.map(({ id, createdAt }) => {
      return { id, weeklyTraffic: weeklyTraffic(now, createdAt * 1000, activity.get(id)?.recent ?? 0) };
    });
    await this.channels.setWeeklyTraffic(traffic);
    for (const channel of channels) {
      if (channel.isRecentlyActive && !isActive(channel, activity.get(channel.id), now)) await this.lull(channel);
    }
  }

  /** Does nothing if a message was sent since the measurement. */
  private async lull(channel: Channel): Promise<void> {
    const { id, organizationId } = channel;
    await this.transactions.run([lock.channel(id)], async () => {
      const now = this.clock.now();
      const activity = (await this.history.activity([id], now)).get(id);
      if (!isActive(channel, activity, now.getTime())) await this.activityChanges.lull(organizationId, id);
    });
  }
}

const isActive = ({ createdAt }: Channel, activity: ChannelActivity | undefined, now: number): boolean =>
  isRecentlyActive(now, createdAt * 1000, activity?.newestAt ?? null);
