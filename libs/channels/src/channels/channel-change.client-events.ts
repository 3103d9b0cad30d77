import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Audience, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { DEFAULT_SUBSCRIPTION, SubscriptionSettings } from '../records/subscription';
import type { KnownAudience } from '../access/audience-difference';
import { ChannelHistory } from '../records/channel-history.port';
import type { ChannelUser } from '../records/channel-user';
import { ChannelObject, personalFields } from './channel-object.client-events';

/** One property of a channel with its new value, and additional fields of the protocol. */
export interface PropertyChange {
  readonly property: string;
  readonly value: unknown;
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** Identifies the channel by the name that clients know: the one before the change. */
interface Known {
  channelId: ChannelId;
  name: string;
}

type Updated = Known & PropertyChange & { wasArchived: boolean };

/** A subscription to a channel that was unarchived. */
export type Returning = Partial<SubscriptionSettings> & { color: string; firstMessageId: MessageId | null };

const readsArchived = ({ options }: QueueViewer): boolean => options.capabilities.archived_channels;
const byArchiveReading = (_: unknown, viewer: QueueViewer): string => (readsArchived(viewer) ? 'all' : 'active');

const update = ({ channelId, name }: Known, { property, value, beside }: PropertyChange) => ({
  type: 'stream',
  op: 'update',
  stream_id: channelId,
  name,
  property,
  value,
  ...beside,
});

/** Clients that do not know archived channels receive no changes of them. */
const updated: EventKind<Updated> = {
  kind: 'channel_updated',
  type: 'stream',
  variant: byArchiveReading,
  shape: (change, viewer) => (change.wasArchived && !readsArchived(viewer) ? null : update(change, change)),
};

/** The oldest message that the viewer may see. If history is protected, it differs between users. */
const firstMessage: EventKind<
  Known & { wasArchived: boolean; shared: MessageId | null; own: Record<number, MessageId> }
> = {
  kind: 'channel_first_message',
  type: 'stream',
  variant: ({ own }, viewer) => `${byArchiveReading(own, viewer)}:${own[viewer.userId] ?? ''}`,
  shape(change, viewer) {
    if (change.wasArchived && !readsArchived(viewer)) return null;
    const value = change.own[viewer.userId] ?? change.shared;
    return update(change, { property: 'first_message_id', value });
  },
};

/** Messages left or joined the channel; `from` is the oldest of them. */
interface Changed extends Known {
  readonly wasArchived: boolean;
  readonly from: MessageId;
}

const archived: EventKind<Known> = {
  kind: 'channel_archived',
  type: 'stream',
  variant: byArchiveReading,
  shape(known, viewer) {
    if (readsArchived(viewer)) return update(known, { property: 'is_archived', value: true });
    const { channelId } = known;
    return { type: 'stream', op: 'delete', stream_ids: [channelId], streams: [{ stream_id: channelId }] };
  },
};

const unarchived: EventKind<{ name: string; channel: ChannelObject }> = {
  kind: 'channel_unarchived',
  type: 'stream',
  variant: byArchiveReading,
  shape({ name, channel }, viewer) {
    if (!readsArchived(viewer)) return { type: 'stream', op: 'create', streams: [{ ...channel, subscriber_count: 0 }] };
    return update({ channelId: channel.stream_id, name }, { property: 'is_archived', value: false });
  },
};

/** To users who could not see the archived channel, their subscription is new. */
const subscriptionBack: EventKind<{
  channel: ChannelObject & { subscribers: readonly UserId[] };
  returning: Record<number, Returning>;
}> = {
  kind: 'subscription_back',
  type: 'subscription',
  variant: (_, viewer) =>
    `${viewer.userId}:${readsArchived(viewer)}:${viewer.options.capabilities.notification_settings_null}`,
  shape({ channel, returning }, viewer) {
    const own = returning[viewer.userId];
    if (readsArchived(viewer) || !own) return null;
    const { firstMessageId, ...settings } = own;
    const readsNull = viewer.options.capabilities.notification_settings_null;
    const personal = personalFields({ ...DEFAULT_SUBSCRIPTION, ...settings }, readsNull);
    return {
      type: 'subscription',
      op: 'add',
      subscriptions: [{ ...channel, first_message_id: firstMessageId ?? channel.first_message_id, ...personal }],
    };
  },
};

/** As `subscriptionBack`, for users who see the channel without a subscription. */
const subscribersBack: EventKind<{ channelId: ChannelId; userIds: readonly UserId[] }> = {
  kind: 'subscribers_back',
  type: 'subscription',
  variant: byArchiveReading,
  shape: ({ channelId, userIds }, viewer) =>
    readsArchived(viewer)
      ? null
      : { type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids: [...userIds] },
};

/** The audience of an event, and the channel. */
export interface Addressed<To = KnownAudience> {
  readonly organizationId: OrganizationId;
  readonly audience: To;
  readonly channelId: ChannelId;
  /** The name before the change. */
  readonly name: string;
  /** Before the change. */
  readonly wasArchived: boolean;
}

/** Client events about a channel that is visible before and after the change (docs/protocol/events.md). */
@Injectable()
export class ChannelChangeClientEvents implements OnModuleInit {
  /**
   * With protected history: the oldest message of each viewer at the moment of the event. Later changes have later
   * events.
   */
  private readonly firstReceived: EventKind<Changed, MessageId | null> = {
    kind: 'channel_first_received',
    type: 'stream',
    lookup: {
      isNeeded: () => true,
      read: (asked) => this.firstOf(asked.map(({ payload: { channelId }, userId }) => ({ channelId, userId }))),
    },
    variant: (change, viewer, { known }) => `${byArchiveReading(change, viewer)}:${known ?? ''}`,
    shape(change, viewer, { known = null }) {
      const isAnother = known === null || known >= change.from;
      if (!isAnother || (change.wasArchived && !readsArchived(viewer))) return null;
      return update(change, { property: 'first_message_id', value: known });
    },
  };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly history: ChannelHistory,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(
      updated,
      firstMessage,
      this.firstReceived,
      archived,
      unarchived,
      subscriptionBack,
      subscribersBack,
    );
  }

  /** One event for each property, in the given order. */
  tellUpdated({ organizationId, audience, ...known }: Addressed, changes: readonly PropertyChange[]): void {
    for (const change of changes) {
      this.log.tell({ kind: updated.kind, organizationId, audience, payload: { ...known, ...change } });
    }
  }

  /** @param own the values by user that differ from the shared one */
  tellFirstMessage(
    { organizationId, audience, ...known }: Addressed,
    shared: MessageId | null,
    own: ReadonlyMap<UserId, MessageId>,
  ): void {
    const payload = { ...known, shared, own: Object.fromEntries(own) };
    this.log.tell({ kind: firstMessage.kind, organizationId, audience, payload });
  }

  /** @param from the oldest of the messages that left or joined the channel */
  tellFirstReceived({ organizationId, audience, ...known }: Addressed<Audience>, from: MessageId): void {
    this.log.tell({ kind: this.firstReceived.kind, organizationId, audience, payload: { ...known, from } });
  }

  tellArchived({ organizationId, audience, channelId, name }: Addressed): void {
    this.log.tell({ kind: archived.kind, organizationId, audience, payload: { channelId, name } });
  }

  /** @param channel its current state, with all subscribers counted */
  tellUnarchived({ organizationId, audience, name }: Addressed, channel: ChannelObject): void {
    this.log.tell({ kind: unarchived.kind, organizationId, audience, payload: { name, channel } });
  }

  /** Sent after `tellUnarchived`, to the subscribers and to the other `viewers`. */
  tellSubscribersBack(
    { organizationId, channelId }: Addressed,
    viewers: KnownAudience,
    channel: ChannelObject & { subscribers: readonly UserId[] },
    returning: ReadonlyMap<UserId, Returning>,
  ): void {
    const userIds = channel.subscribers;
    if (userIds.length === 0) return;
    const payload = { channel, returning: Object.fromEntries(returning) };
    const subscribers: KnownAudience = { to: 'users', ids: userIds };
    this.log.tell({ kind: subscriptionBack.kind, organizationId, audience: subscribers, payload });
    this.log.tell({ kind: subscribersBack.kind, organizationId, audience: viewers, payload: { channelId, userIds } });
  }

  private async firstOf(channelUsers: readonly ChannelUser[]): Promise<(MessageId | null)[]> {
    const received = await this.history.firstReceived(channelUsers);
    const first = new Map(received.map((one) => [`${one.channelId} ${one.userId}`, one.messageId]));
    return channelUsers.map(({ channelId, userId }) => first.get(`${channelId} ${userId}`) ?? null);
  }
}
