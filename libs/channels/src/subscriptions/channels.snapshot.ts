import { Users } from '@app/identity';
import { Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Policies } from '../access/policies.service';
import { Spectators } from '../channels/spectators.service';
import { SubscriptionListing } from './subscription-listing.service';

const LISTS = ['subscription', 'stream'];

/** The channels in POST /register (docs/protocol/events.md). */
@Injectable()
export class ChannelsSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = LISTS;

  constructor(
    private readonly listing: SubscriptionListing,
    private readonly policies: Policies,
    private readonly users: Users,
    private readonly spectators: Spectators,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read(viewer: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    const wants = (type: string) => wanted === null || wanted.has(type);
    return LISTS.some(wants) ? this.lists(viewer, wants) : {};
  }

  /** Spectators have no subscriptions: they receive the channels that they see. The list `stream` is for users only. */
  async readForSpectator(
    { organizationId }: SpectatorViewer,
    wanted: ReadonlySet<string> | null,
  ): Promise<Record<string, unknown>> {
    if (wanted && !wanted.has('subscription')) return {};
    const channels = await this.spectators.channelsOf(organizationId);
    return { subscriptions: [], unsubscribed: [], never_subscribed: channels };
  }

  private async lists(
    { actor, options }: SnapshotViewer,
    wants: (type: string) => boolean,
  ): Promise<Record<string, unknown>> {
    const policy = await this.policies.current(actor.organizationId);
    const { id, role, joinedAt } = await this.users.get(actor.organizationId, actor.userId);
    const { subscriptions, unsubscribed, neverSubscribed, visible } = await this.listing.written(
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
}
