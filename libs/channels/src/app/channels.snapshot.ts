import { isGuest, Users } from '@app/identity';
import { Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ChannelRepository } from '../store/channel.repository';
import { Policies } from './policies.service';
import { SubscriptionListing } from './subscription-listing.service';

const LISTS = ['subscription', 'stream'];

/** The share of channels in POST /register (reference: realtime-and-push.md 1.4). */
@Injectable()
export class ChannelsSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = [
    ...LISTS,
    'default_streams',
    'default_stream_groups',
    'channel_folders',
    'user_topic',
    'muted_topics',
  ];

  constructor(
    private readonly listing: SubscriptionListing,
    private readonly channels: ChannelRepository,
    private readonly policies: Policies,
    private readonly users: Users,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read(viewer: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    const wants = (type: string) => wanted === null || wanted.has(type);
    return {
      ...(LISTS.some(wants) ? await this.lists(viewer, wants) : {}),
      ...(wants('default_streams') ? { realm_default_streams: await this.defaults(viewer) } : {}),
      ...(wants('default_stream_groups') ? { realm_default_stream_groups: [] } : {}),
      ...(wants('channel_folders') ? { channel_folders: [] } : {}),
      ...(wants('user_topic') ? { user_topics: [] } : {}),
      // The older form is for clients that do not know the newer one.
      ...(wants('muted_topics') && !wanted?.has('user_topic') ? { muted_topics: [] } : {}),
    };
  }

  private async lists(
    { actor, options }: SnapshotViewer,
    wants: (type: string) => boolean,
  ): Promise<Record<string, unknown>> {
    const policy = await this.policies.current(actor.organizationId);
    const { id, role, joinedAt } = await this.users.get(actor.organizationId, actor.userId);
    const { subscriptions, unsubscribed, neverSubscribed, visible } = await this.listing.read(
      policy,
      { userId: id, role, joinedAt },
      {
        withArchived: options.capabilities.archived_channels,
        withSubscribers: options.includeSubscribers !== 'false' && wants('subscription'),
        readsNull: options.capabilities.notification_settings_null,
      },
    );
    return {
      ...(wants('subscription') ? { subscriptions, unsubscribed, never_subscribed: neverSubscribed } : {}),
      ...(wants('stream') ? { streams: visible } : {}),
    };
  }

  private async defaults({ actor }: SnapshotViewer): Promise<number[]> {
    const { role } = await this.users.get(actor.organizationId, actor.userId);
    return isGuest(role) ? [] : this.channels.defaultIds(actor.organizationId);
  }
}
