import { type ExportPage, type ExportScope, ExportSections } from '@app/identity';
import { type ChannelId, NO_USER, type UserId } from '@app/kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChannelReaders } from '../access/channel-readers.service';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';

const CHANNELS_AT_ONCE = 100;
/** A channel of an export. */
interface ExportedChannel {
  readonly channel: Channel;
  /** For a private channel: the consenting users who read it. `null`: the channel is public. */
  readonly readerIds: ReadonlySet<UserId> | null;
}

/** The channels of exports: public ones, and private ones that a consenting user reads. */
@Injectable()
export class ExportedChannels implements OnModuleInit {
  constructor(
    private readonly sections: ExportSections,
    private readonly rows: ChannelRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly readers: ChannelReaders,
  ) {}

  onModuleInit(): void {
    this.sections.add({ name: 'channels', next: (scope, position) => this.next(scope, position) });
  }

  /** Those of the channels that the export contains. Channels that it does not contain are treated as absent. */
  async among(scope: ExportScope, ids: readonly ChannelId[] | null): Promise<ExportedChannel[]> {
    const { organizationId, consentingIds } = scope;
    const exported: ExportedChannel[] = [];
    for (const channel of await this.rows.list(organizationId, NO_USER, ids)) {
      if (!channel.isPrivate) exported.push({ channel, readerIds: null });
      else if (consentingIds.size > 0) {
        const { reads } = await this.readers.among(organizationId, channel.id, [...consentingIds]);
        if (reads.size > 0) exported.push({ channel, readerIds: reads });
      }
    }
    return exported;
  }

  private async next(scope: ExportScope, position: number): Promise<ExportPage> {
    const later = (await this.rows.list(scope.organizationId, NO_USER, null)).filter(({ id }) => id > position);
    const ids = later.slice(0, CHANNELS_AT_ONCE).map(({ id }) => id);
    const exported = await this.among(scope, ids);
    const subscribers = await this.subscriptions.subscriberIdsOf(exported.map(({ channel }) => channel.id));
    return {
      rows: exported.map(({ channel }) => ({
        id: channel.id,
        name: channel.name,
        description: channel.description,
        is_private: channel.isPrivate,
        is_web_public: channel.isWebPublic,
        is_archived: channel.isArchived,
        created_at: channel.createdAt,
        creator_id: channel.creatorId,
        subscribers: subscribers.get(channel.id) ?? [],
      })),
      uploads: [],
      position: later.length > ids.length ? ids.at(-1)! : null,
    };
  }
}
