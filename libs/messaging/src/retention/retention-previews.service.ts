import { ChannelIdIsInvalid, Channels } from '@app/channels';
import { assertAdministrator } from '@app/identity';
import { type ChannelId, Clock } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DeletionRepository } from '../records/deletion.repository';
import { keptSince } from './retention';

/** A channel with an old message has one among its first messages. */
const FIRST_MESSAGES = 100;
/** So many messages of each channel, and so many direct messages, are counted at most. */
const MAX_COUNTED = 1_000;

/** How many messages a retention would delete. `isExact` false: there are more. */
export interface RetentionCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** Counts what a retention would delete, before it is set. */
@Injectable()
export class RetentionPreviews {
  constructor(
    private readonly rows: DeletionRepository,
    private readonly channels: Channels,
    private readonly clock: Clock,
  ) {}

  /**
   * @param days the retention of the organization; channels with a retention of their own are left out
   * @throws MustBeAdministrator
   */
  async count(actor: Actor, days: number): Promise<RetentionCount> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    const before = keptSince(this.clock.now(), days);
    if (!before) return { count: 0, isExact: true };
    const concerned = (await this.channels.retentions(organizationId)).filter((channel) => channel.days === null);
    const channelIds = await this.rows.channelsWithOld(
      concerned.map(({ id }) => ({ id, before })),
      FIRST_MESSAGES,
    );
    return summed([
      ...(await this.rows.countOldIn(channelIds, before, MAX_COUNTED)),
      await this.rows.countOldDirect(organizationId, before, MAX_COUNTED),
    ]);
  }

  /**
   * @param days the retention of that channel alone
   * @throws MustBeAdministrator, ChannelIdIsInvalid
   */
  async countIn(actor: Actor, channelId: ChannelId, days: number): Promise<RetentionCount> {
    assertAdministrator(actor);
    const [channel] = await this.channels.visibleAmong(actor, [channelId]);
    if (!channel) throw new ChannelIdIsInvalid();
    const before = keptSince(this.clock.now(), days);
    return summed(before ? await this.rows.countOldIn([channel.id], before, MAX_COUNTED) : []);
  }
}

const summed = (counts: readonly number[]): RetentionCount => ({
  count: counts.reduce((sum, count) => sum + count, 0),
  isExact: counts.every((count) => count < MAX_COUNTED),
});
