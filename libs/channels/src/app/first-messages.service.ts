import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Listeners } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../domain/channel';
import { ChannelRepository } from '../store/channel.repository';
import { SubscriptionRepository } from '../store/subscription.repository';
import { audienceWithout, KnownAudience } from './audience-difference';
import { ChannelChangeClientEvents } from './channel-change.client-events';
import { ChannelHistory } from './channel-history';
import { ChannelViewers } from './channel-viewers.service';
import { Policies } from './policies.service';

const NOBODY = 0 as UserId;

/** Which message of a channel is the oldest to whom, at one moment of a transaction. */
export interface OldestMessages {
  readonly channel: Channel;
  /** To everybody who sees the channel; null: there is none, or its history is protected. */
  readonly shared: MessageId | null;
  /** Under protected history: of the subscribers who would be told. */
  readonly own: ReadonlyMap<UserId, MessageId | null>;
}

/** Says which message of a channel is the oldest, to those who do not hear of it with the message itself. */
@Injectable()
export class FirstMessages {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly policies: Policies,
    private readonly viewers: ChannelViewers,
    private readonly history: ChannelHistory,
    private readonly listeners: Listeners,
    private readonly clientEvents: ChannelChangeClientEvents,
  ) {}

  /**
   * A channel that has no message gets one: whoever sees the channel without being in it is told. Under protected
   * history nobody else may know. Inside a transaction that holds the channel's lock alone, before the message is there.
   */
  async tell(organizationId: OrganizationId, channelId: ChannelId, messageId: MessageId): Promise<void> {
    await this.channels.setEmpty(channelId, false);
    if ((await this.history.firstMessageIds([channelId])).has(channelId)) return;
    const [channel] = await this.channels.list(organizationId, NOBODY, [channelId]);
    if (!channel?.historyPublicToSubscribers) return;
    const subscriberIds = await this.rows.subscriberIds(organizationId, channelId);
    const audience = audienceWithout(await this.onlookers(channel, subscriberIds), subscriberIds);
    this.clientEvents.tellFirstMessage(addressed(channel, audience), messageId, new Map());
  }

  /**
   * As it is before messages leave a channel, or come to it from elsewhere; null: there is no such channel. Inside a
   * transaction that holds the channel's lock alone.
   */
  async look(organizationId: OrganizationId, channelId: ChannelId): Promise<OldestMessages | null> {
    const [channel] = await this.channels.list(organizationId, NOBODY, [channelId]);
    return channel ? this.oldest(channel) : null;
  }

  /** After they have: tells everybody for whom the oldest message is another one, or for whom there is none any more. */
  async tellChanges(before: OldestMessages): Promise<void> {
    const { channel } = before;
    const after = await this.oldest(channel);
    await this.channels.setEmpty(channel.id, !(await this.history.firstMessageIds([channel.id])).has(channel.id));
    if (after.shared !== before.shared) {
      const subscriberIds = await this.rows.subscriberIds(channel.organizationId, channel.id);
      const audience = await this.onlookers(channel, subscriberIds);
      this.clientEvents.tellFirstMessage(addressed(channel, audience), after.shared, new Map());
    }
    const ids = [...after.own.keys()].filter((id) => after.own.get(id) !== before.own.get(id));
    if (ids.length === 0) return;
    const own = new Map(ids.flatMap((id) => (after.own.get(id) ? [[id, after.own.get(id)!] as const] : [])));
    this.clientEvents.tellFirstMessage(addressed(channel, { to: 'users', ids }), null, own);
  }

  private async oldest(channel: Channel): Promise<OldestMessages> {
    const { id, organizationId } = channel;
    if (channel.historyPublicToSubscribers) {
      return { channel, shared: (await this.history.firstMessageIds([id])).get(id) ?? null, own: new Map() };
    }
    const subscriberIds = await this.rows.subscriberIds(organizationId, id);
    const told = await this.listeners.of(organizationId, 'stream', subscriberIds);
    const received = await this.history.firstReceived(told.map((userId) => ({ channelId: id, userId })));
    const first = new Map(received.map(({ userId, messageId }) => [userId, messageId]));
    return { channel, shared: null, own: new Map(told.map((userId) => [userId, first.get(userId) ?? null])) };
  }

  private async onlookers(channel: Channel, subscriberIds: readonly UserId[]): Promise<KnownAudience> {
    const audiences = await this.viewers.audiences(await this.policies.current(channel.organizationId), [channel]);
    return audiences.of(channel, subscriberIds);
  }
}

const addressed = ({ id, organizationId, name, isArchived }: Channel, audience: KnownAudience) => ({
  organizationId,
  audience,
  channelId: id,
  name,
  wasArchived: isArchived,
});
