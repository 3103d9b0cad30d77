import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { CountedChannel } from '../records/channel';
import { ChannelRepository, ChannelVersion } from '../records/channel.repository';
import type { ChannelPolicy } from '../access/policies.service';
import { channelObject } from './channel-object.client-events';

/** One version of a channel. */
interface CachedChannel {
  readonly version: string;
  readonly toSubscribers: CountedChannel;
  readonly toOthers: CountedChannel;
  /** At one version of the permissions. */
  text: { readonly permissionVersion: number; readonly bytes: Buffer } | null;
}

/** A channel with the subscription of one user. */
export interface KnownChannel {
  readonly channel: CountedChannel;
  readonly cached: CachedChannel;
}

type Channels = ReadonlyMap<ChannelId, CachedChannel>;

/** The limit of cached channels. Beyond it, the organization that was not used for the longest time is removed. */
const MAX_CHANNELS = 10_000;

/**
 * The channels of an organization, with their serialised objects, for snapshots: a read asks the database only which version of each
 * channel it sees, and reads those that it does not know.
 */
@Injectable()
export class ChannelCache {
  private readonly known = new LRUCache<OrganizationId, Channels>({
    maxSize: MAX_CHANNELS,
    sizeCalculation: ({ size }) => Math.min(size + 1, MAX_CHANNELS), // An organization that has more is kept, alone.
  });

  constructor(
    private readonly rows: ChannelRepository,
    private readonly transactions: Transactions,
  ) {}

  /** All channels as the open snapshot reads them, by name in code-point order. One or two statements. */
  async all(organizationId: OrganizationId, userId: UserId): Promise<KnownChannel[]> {
    const versions = await this.rows.versions(organizationId, userId);
    const channels = await this.at(versions, organizationId, userId);
    return versions.flatMap(({ id, isSubscribed }) => {
      const cached = channels.get(id);
      return cached ? [{ channel: isSubscribed ? cached.toSubscribers : cached.toOthers, cached }] : [];
    });
  }

  /** The JSON text of the channel object without `first_message_id`, which may depend on the viewer, and without the last brace. */
  textOf({ cached }: KnownChannel, policy: ChannelPolicy): Buffer {
    const { version } = policy.graph;
    if (cached.text?.permissionVersion === version) return cached.text.bytes;
    const { first_message_id: _, ...shared } = channelObject(cached.toOthers, null, policy);
    const bytes = Buffer.from(JSON.stringify(shared).slice(0, -1));
    cached.text = { permissionVersion: version, bytes };
    return bytes;
  }

  private async at(
    versions: readonly ChannelVersion[],
    organizationId: OrganizationId,
    userId: UserId,
  ): Promise<Channels> {
    const known = this.known.get(organizationId);
    const changed = versions.filter(({ id, version }) => known?.get(id)?.version !== version).map(({ id }) => id);
    if (known && changed.length === 0) return known;
    const rows = new Map((await this.rows.listCounted(organizationId, userId, changed)).map((row) => [row.id, row]));
    const channels = new Map<ChannelId, CachedChannel>();
    for (const { id, version } of versions) {
      const row = rows.get(id);
      const cached = row ? cachedOf(row, version) : known?.get(id);
      if (cached) channels.set(id, cached);
    }
    // The rows have these versions only if both statements have read one moment.
    if (this.transactions.open?.isSnapshot) this.known.set(organizationId, channels);
    return channels;
  }
}

const cachedOf = (row: CountedChannel, version: string): CachedChannel => ({
  version,
  toSubscribers: { ...row, isSubscribed: true },
  toOthers: { ...row, isSubscribed: false },
  text: null,
});
