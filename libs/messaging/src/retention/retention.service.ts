import { Channels } from '@app/channels';
import { LeasedOrganizationJobs, Organizations } from '@app/identity';
import { ChannelId, Clock } from '@app/kernel';
import type { OrganizationId } from '@app/kernel';
import { Backlog, Log, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { DeletedMessage } from '../records/deletion';
import { keptSince } from './retention';
import { DeletionRepository } from '../records/deletion.repository';
import { Attachments } from '../attachments/attachments.service';
import { Removals } from '../removals/removals.service';

const EVERY_MS = 10_000;
/** The interval of checking each organization. */
const EVERY_SECONDS = 60;
/** Each batch delays senders to the channel or the conversations. */
const CHANNEL_BATCH = 100;
const DIRECT_BATCH = 25;

/** A place with messages to delete: a channel, or all conversations of the organization. */
type Place = ChannelId | 'direct';

/**
 * Deletes messages older than the retention of organization and channel, in small batches, oldest first. Users who have
 * them receive the same events as for other deletions.
 */
@Injectable()
export class Retention implements Worker, OnModuleInit {
  readonly name = 'retention';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: DeletionRepository,
    private readonly removals: Removals,
    private readonly attachments: Attachments,
    private readonly organizations: Organizations,
    private readonly channels: Channels,
    private readonly jobs: LeasedOrganizationJobs,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const organizationId = await this.jobs.take(this.name);
    if (organizationId === null) return false;
    let deleted = 0;
    for (const place of await this.duePlaces(organizationId))
      deleted += await this.clear(organizationId, place, signal);
    if (deleted > 0) this.log.log('messages were deleted for their age', { organizationId, messages: deleted });
    await this.jobs.put(this.name, organizationId, signal.aborted ? 0 : EVERY_SECONDS);
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.jobs.backlog(this.name);
  }

  private async duePlaces(organizationId: OrganizationId): Promise<Place[]> {
    const { settings } = await this.organizations.current(organizationId);
    const now = this.clock.now();
    const limited = (await this.channels.retentions(organizationId)).flatMap(({ id, days }) => {
      const before = keptSince(now, settings.messageRetentionDays, days);
      return before ? [{ id, before }] : [];
    });
    const channelIds = limited.length === 0 ? [] : await this.rows.channelsWithOld(limited, CHANNEL_BATCH);
    return keptSince(now, settings.messageRetentionDays) === null ? channelIds : [...channelIds, 'direct'];
  }

  /**
   * Continues while there are old messages, with a pause after each batch as long as the batch took. Returns the number
   * of deleted messages.
   */
  private async clear(organizationId: OrganizationId, place: Place, signal: AbortSignal): Promise<number> {
    for (let deleted = 0; ;) {
      if (signal.aborted) return deleted;
      const begun = Date.now();
      const count = await this.deleteBatch(organizationId, place);
      if (count === 0) return deleted;
      deleted += count ?? 0;
      await this.jobs.keep(this.name, organizationId);
      await setTimeout(Date.now() - begun, undefined, { signal }).catch(() => undefined); // stopping: no pause
    }
  }

  /** `null`: another node was faster, or more locks are needed than were known before. */
  private async deleteBatch(organizationId: OrganizationId, place: Place): Promise<number | null> {
    const expected = await this.tooOld(organizationId, place);
    if (expected.length === 0) return 0;
    const ownerIds = await this.attachments.ownersOf(expected.map(({ id }) => id));
    return this.transactions.run(this.removals.locksOf(expected, ownerIds), async () => {
      // Uses the current retention. Messages that were moved or deleted meanwhile are left out.
      const known = new Set(expected.map(({ id }) => id));
      const messages = (await this.tooOld(organizationId, place)).filter(({ id }) => known.has(id));
      const owners = await this.attachments.ownersOf(messages.map(({ id }) => id));
      if (messages.length === 0 || !owners.every((id) => ownerIds.includes(id))) return null;
      await this.removals.remove(organizationId, messages, null);
      return messages.length;
    });
  }

  private async tooOld(organizationId: OrganizationId, place: Place): Promise<DeletedMessage[]> {
    const { messageRetentionDays } = (await this.organizations.current(organizationId)).settings;
    if (place === 'direct') {
      const before = keptSince(this.clock.now(), messageRetentionDays);
      return before ? this.rows.oldestDirect(organizationId, before, DIRECT_BATCH) : [];
    }
    const [channel] = await this.channels.retentions(organizationId, place);
    const before = channel ? keptSince(this.clock.now(), messageRetentionDays, channel.days) : null;
    return before ? this.rows.oldestOfChannel(place, before, CHANNEL_BATCH) : [];
  }
}
