import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Audience, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { DEFAULT_SUBSCRIPTION, SettingChange, SubscriptionSettings } from '../records/subscription';
import { ChannelObject, personalFields } from '../channels/channel-object.client-events';

/** A channel with its subscribers, after the change. */
export type ListedChannel = ChannelObject & { subscribers: readonly UserId[] };

/** One new subscription: the channel, and the settings that differ from the defaults. */
export interface Joined extends Partial<SubscriptionSettings> {
  at: number;
  color: string;
  /** If history is protected: the oldest message that this user received. */
  firstMessageId?: MessageId;
}

interface Left {
  id: ChannelId;
  name: string;
  isArchived: boolean;
}

interface PeerChange {
  channels: { id: ChannelId; isArchived: boolean }[];
  userIds: UserId[];
  /** Also the users' own clients are told, because no other event tells them. */
  isToUsers?: boolean;
}

const readsArchived = ({ options }: QueueViewer): boolean => options.capabilities.archived_channels;
const readsNull = ({ options }: QueueViewer): boolean => options.capabilities.notification_settings_null;

const added: EventKind<{ channels: ListedChannel[]; joined: Record<number, Joined[]> }> = {
  kind: 'subscription_added',
  type: 'subscription',
  variant: (_, viewer) => `${viewer.userId}:${readsArchived(viewer)}:${readsNull(viewer)}`,
  shape({ channels, joined }, viewer) {
    const subscriptions = (joined[viewer.userId] ?? []).flatMap(({ at, firstMessageId, ...settings }) => {
      const channel = channels[at]!;
      if (channel.is_archived && !readsArchived(viewer)) return [];
      const first_message_id = firstMessageId ?? channel.first_message_id;
      const personal = personalFields({ ...DEFAULT_SUBSCRIPTION, ...settings }, readsNull(viewer));
      return [{ ...channel, first_message_id, ...personal }];
    });
    return subscriptions.length > 0 ? { type: 'subscription', op: 'add', subscriptions } : null;
  },
};

const removed: EventKind<{ channels: Left[]; left: Record<number, number[]> }> = {
  kind: 'subscription_removed',
  type: 'subscription',
  variant: (_, viewer) => `${viewer.userId}:${readsArchived(viewer)}`,
  shape({ channels, left }, viewer) {
    const subscriptions = (left[viewer.userId] ?? [])
      .map((at) => channels[at]!)
      .filter(({ isArchived }) => !isArchived || readsArchived(viewer))
      .map(({ id, name }) => ({ stream_id: id, name }));
    return subscriptions.length > 0 ? { type: 'subscription', op: 'remove', subscriptions } : null;
  },
};

const updated: EventKind<{ channelId: ChannelId; property: string; value: unknown }> = {
  kind: 'subscription_updated',
  type: 'subscription',
  variant: () => '',
  shape: ({ channelId, property, value }) => ({
    type: 'subscription',
    op: 'update',
    stream_id: channelId,
    property,
    value,
  }),
};

/** Users whose own subscription changed usually receive another event, which already tells them about it. */
const isLeftOut = ({ userIds, isToUsers }: PeerChange, { userId }: QueueViewer): boolean =>
  !isToUsers && userIds.includes(userId);

const peers = (kind: string, op: 'peer_add' | 'peer_remove'): EventKind<PeerChange> => ({
  kind,
  type: 'subscription',
  variant: (change, viewer) => `${readsArchived(viewer)}:${isLeftOut(change, viewer) ? viewer.userId : ''}`,
  shape(change, viewer) {
    const { channels, userIds } = change;
    const stream_ids = channels.filter(({ isArchived }) => !isArchived || readsArchived(viewer)).map(({ id }) => id);
    const user_ids = isLeftOut(change, viewer) ? userIds.filter((id) => id !== viewer.userId) : userIds;
    return stream_ids.length > 0 && user_ids.length > 0 ? { type: 'subscription', op, stream_ids, user_ids } : null;
  },
});
const peersJoined = peers('subscribers_joined', 'peer_add');
/** The subscribers of channels that have come into view together: an event for each, of one entry. */
const peersRevealed: EventKind<{ peers: PeerChange[] }> = {
  kind: 'subscribers_revealed',
  type: 'subscription',
  variant: ({ peers: shown }, viewer) =>
    `${readsArchived(viewer)}:${shown.some(({ userIds }) => userIds.includes(viewer.userId)) ? viewer.userId : ''}`,
  shape: ({ peers: shown }, viewer, told) => shown.flatMap((one) => peersJoined.shape(one, viewer, told) ?? []),
};
const peersLeft = peers('subscribers_left', 'peer_remove');

const PROPERTIES: Readonly<Record<keyof SubscriptionSettings, string>> = {
  color: 'color',
  isMuted: 'is_muted',
  pinToTop: 'pin_to_top',
  desktopNotifications: 'desktop_notifications',
  audibleNotifications: 'audible_notifications',
  pushNotifications: 'push_notifications',
  emailNotifications: 'email_notifications',
  wildcardMentionsNotify: 'wildcard_mentions_notify',
};

/** Client events about subscriptions (docs/protocol/events.md). */
@Injectable()
export class SubscriptionClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(added, removed, updated, peersJoined, peersRevealed, peersLeft);
  }

  /** To each new subscriber: the new subscriptions. */
  tellAdded(
    organizationId: OrganizationId,
    channels: readonly ListedChannel[],
    joined: ReadonlyMap<UserId, readonly Joined[]>,
  ): void {
    this.tellEach(added.kind, organizationId, joined, { channels, joined: Object.fromEntries(joined) });
  }

  /** To each former subscriber: the ended subscriptions. */
  tellRemoved(
    organizationId: OrganizationId,
    channels: readonly Left[],
    left: ReadonlyMap<UserId, readonly number[]>,
  ): void {
    this.tellEach(removed.kind, organizationId, left, { channels, left: Object.fromEntries(left) });
  }

  tellPeersJoined(
    organizationId: OrganizationId,
    audience: Audience,
    channels: readonly Left[],
    userIds: readonly UserId[],
    isToUsers = false,
  ): void {
    const payload = peerChange(channels, userIds, isToUsers);
    this.log.tell({ kind: peersJoined.kind, organizationId, audience, payload });
  }

  /** As `tellPeersJoined`, of each of the channels, with one entry for all. */
  tellPeersRevealed(
    organizationId: OrganizationId,
    audience: Audience,
    revealed: readonly { readonly channel: Left; readonly userIds: readonly UserId[] }[],
  ): void {
    const payload = { peers: revealed.map(({ channel, userIds }) => peerChange([channel], userIds)) };
    this.log.tell({ kind: peersRevealed.kind, organizationId, audience, payload, width: revealed.length });
  }

  tellPeersLeft(
    organizationId: OrganizationId,
    audience: Audience,
    channels: readonly Left[],
    userIds: readonly UserId[],
    isToUsers = false,
  ): void {
    const payload = peerChange(channels, userIds, isToUsers);
    this.log.tell({ kind: peersLeft.kind, organizationId, audience, payload });
  }

  /**
   * Goes to the user's own clients. Muting also has an older name with the opposite meaning, whose event comes first.
   */
  tellUpdated(
    organizationId: OrganizationId,
    userId: UserId,
    channelId: ChannelId,
    { setting, value }: SettingChange,
  ): void {
    const told = [{ channelId, property: PROPERTIES[setting], value }];
    if (setting === 'isMuted') told.unshift({ channelId, property: 'in_home_view', value: !value });
    for (const payload of told) {
      this.log.tell({ kind: updated.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
    }
  }

  private tellEach(
    kind: string,
    organizationId: OrganizationId,
    users: ReadonlyMap<UserId, unknown>,
    payload: object,
  ): void {
    if (users.size > 0)
      this.log.tell({ kind, organizationId, audience: { to: 'users', ids: [...users.keys()] }, payload });
  }
}

const peerChange = (channels: readonly Left[], userIds: readonly UserId[], isToUsers = false): PeerChange => ({
  channels: channels.map(({ id, isArchived }) => ({ id, isArchived })).sort((a, b) => a.id - b.id),
  userIds: [...userIds].sort((a, b) => a - b),
  ...(isToUsers ? { isToUsers } : {}),
});
