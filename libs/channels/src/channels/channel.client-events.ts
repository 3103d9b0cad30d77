import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Audience, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Channel } from '../records/channel';
import type { ChannelObject } from './channel-object.client-events';

const readsArchived = ({ options }: QueueViewer): boolean => options.capabilities.archived_channels;

const visible: EventKind<{ channels: ChannelObject[] }> = {
  kind: 'channel_visible',
  type: 'stream',
  variant: (_, viewer) => (readsArchived(viewer) ? 'all' : 'active'),
  shape({ channels }, viewer) {
    const streams = channels.filter(({ is_archived }) => !is_archived || readsArchived(viewer));
    return streams.length > 0 ? { type: 'stream', op: 'create', streams } : null;
  },
};

/** A channel that becomes hidden from a user, in its last visible state. */
type HiddenChannel = Pick<Channel, 'id' | 'isArchived'>;

/** Clients that do not know archived channels have removed these before. */
const hidden: EventKind<{ channels: HiddenChannel[] }> = {
  kind: 'channel_hidden',
  type: 'stream',
  variant: (_, viewer) => (readsArchived(viewer) ? 'all' : 'active'),
  shape({ channels }, viewer) {
    const ids = channels.filter(({ isArchived }) => !isArchived || readsArchived(viewer)).map(({ id }) => id);
    if (ids.length === 0) return null;
    return { type: 'stream', op: 'delete', stream_ids: ids, streams: ids.map((stream_id) => ({ stream_id })) };
  },
};

const defaults: EventKind<{ channelIds: ChannelId[] }> = {
  kind: 'default_channels',
  type: 'default_streams',
  variant: () => '',
  shape: ({ channelIds }) => ({ type: 'default_streams', default_streams: channelIds }),
};

/** Client events about channels themselves (docs/protocol/events.md). */
@Injectable()
export class ChannelClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(visible, hidden, defaults);
  }

  /** The channels become visible to the audience. */
  tellVisible(organizationId: OrganizationId, audience: Audience, channels: readonly ChannelObject[]): void {
    this.log.tell({ kind: visible.kind, organizationId, audience, payload: { channels } });
  }

  /** The channels become hidden from the users. */
  tellHidden(organizationId: OrganizationId, userIds: readonly UserId[], channels: readonly HiddenChannel[]): void {
    this.log.tell({
      kind: hidden.kind,
      organizationId,
      audience: { to: 'users', ids: userIds },
      payload: { channels: channels.map(({ id, isArchived }) => ({ id, isArchived })) },
    });
  }

  /** The event contains the whole list of default channels. */
  tellDefaults(organizationId: OrganizationId, audience: Audience, channelIds: readonly ChannelId[]): void {
    this.log.tell({ kind: defaults.kind, organizationId, audience, payload: { channelIds } });
  }
}
