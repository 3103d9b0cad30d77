import { NotifiedSubscriber, NotifiedSubscribers } from '@app/channels';
import { MailRecipient, MailRecipients, SystemBots } from '@app/identity';
import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PlaceSettings, notificationChoices, REASON, Reason, UNDIVIDED, wants, Way } from './missed-message';
import { VISIBILITY } from '../user-topics/user-topic';
import { Addressed, AddresseeRepository, FreshMessage } from './addressee.repository';

/** A user who wants to be notified of a message, with the facts that decided it. */
export interface WantedNotification extends Addressed {
  readonly recipient: MailRecipient;
}

/** The addressees of messages, and which of them want notifications by mail or push. */
@Injectable()
export class Addressees {
  constructor(
    private readonly rows: AddresseeRepository,
    private readonly subscribers: NotifiedSubscribers,
    private readonly recipients: MailRecipients,
    private readonly systemBots: SystemBots,
  ) {}

  /** The existing messages among the ids. */
  messages(messageIds: readonly MessageId[]): Promise<FreshMessage[]> {
    return this.rows.messages(messageIds);
  }

  /**
   * Individual addressees: direct messages and mentions. Messages of the welcome bot go to users who are present, so
   * they cause no mail.
   */
  async named(messages: readonly FreshMessage[]): Promise<Addressed[]> {
    const direct = messages.filter(({ channelId }) => channelId === null);
    const welcomeBots = await this.systemBots.welcomeAmong([...new Set(direct.map(({ senderId }) => senderId))]);
    return this.rows.addressed(messages.flatMap(({ id, senderId }) => (welcomeBots.has(senderId) ? [] : id)));
  }

  /** All addressees including followers, possibly with several reasons. Settings are not considered. */
  async of(way: Way, organizationId: OrganizationId, messages: readonly FreshMessage[]): Promise<Addressed[]> {
    return [...(await this.named(messages)), ...(await this.listeners(way, organizationId, messages))];
  }

  /** Users who follow the topic, want notifications of all messages of the channel, or are mentioned by a wildcard. */
  async listeners(way: Way, organizationId: OrganizationId, messages: readonly FreshMessage[]): Promise<Addressed[]> {
    const inChannels = messages.filter(({ channelId }) => channelId !== null);
    if (inChannels.length === 0) return [];
    const channelsOf = (some: readonly FreshMessage[]) => [...new Set(some.map(({ channelId }) => channelId!))];
    const loud = inChannels.filter(({ mentionsChannel }) => mentionsChannel);
    const byDefault = await this.recipients.wantingAllChannels(organizationId, way);
    const all = await this.subscribers.wantingAll(way, channelsOf(inChannels), byDefault);
    return [
      ...(await this.rows.followers(inChannels.map(({ id }) => id))),
      ...pairs(inChannels, all, REASON.channel),
      ...pairs(loud, await this.subscribers.everybody(channelsOf(loud)), REASON.channelWildcard),
    ];
  }

  /** The addressees who want notifications in that way now. */
  async wanting(
    way: Way,
    organizationId: OrganizationId,
    addressed: readonly Addressed[],
    messages: readonly FreshMessage[],
  ): Promise<WantedNotification[]> {
    if (addressed.length === 0) return [];
    const byId = new Map(messages.map((message) => [message.id, message]));
    const userIds = [...new Set(addressed.map(({ userId }) => userId))];
    const recipients = await this.recipients.find(organizationId, userIds);
    const hearings = await this.hearings(way, addressed, byId);
    return addressed.flatMap((one) => {
      const recipient = recipients.get(one.userId);
      const hearing = hearings(one);
      const isWanted = recipient && hearing && wants(one.reason, notificationChoices(way, recipient.settings), hearing);
      return isWanted ? [{ ...one, recipient }] : [];
    });
  }

  /** Each user's settings for the place of each message; `null`: the user is not subscribed. */
  private async hearings(
    way: Way,
    addressed: readonly Addressed[],
    messages: ReadonlyMap<MessageId, FreshMessage>,
  ): Promise<(one: Addressed) => PlaceSettings | null> {
    const some = addressed.filter(({ messageId }) => (messages.get(messageId)?.channelId ?? null) !== null);
    const userIds = [...new Set(some.map(({ userId }) => userId))];
    const messageIds = [...new Set(some.map(({ messageId }) => messageId))];
    const channelIds = [...new Set(messageIds.map((id) => messages.get(id)!.channelId!))];
    const subscriptions = await this.subscribers.among(channelIds, userIds);
    const listeners = new Map(subscriptions.map((one) => [`${one.userId} ${one.channelId}`, one]));
    const said = some.length === 0 ? [] : await this.rows.topicWords(messageIds, userIds);
    const words = new Map(said.map((one) => [`${one.userId} ${one.messageId}`, one.visibility]));
    return ({ userId, messageId, reason }) => {
      const message = messages.get(messageId);
      if (!message) return null;
      if (message.channelId === null) return UNDIVIDED;
      const listener = listeners.get(`${userId} ${message.channelId}`);
      // A mention notifies every reader; other reasons need a subscription.
      if (!listener) return reason === REASON.mentioned ? UNDIVIDED : null;
      return {
        isChannelMuted: listener.isMuted,
        visibility: words.get(`${userId} ${messageId}`) ?? VISIBILITY.inherit,
        notifications: listener[way],
        wildcardMentionsNotify: listener.wildcardMentionsNotify,
      };
    };
  }
}

function pairs(
  messages: readonly FreshMessage[],
  listeners: readonly NotifiedSubscriber[],
  reason: Reason,
): Addressed[] {
  const byChannel = new Map<ChannelId, UserId[]>();
  for (const { channelId, userId } of listeners) {
    const known = byChannel.get(channelId);
    if (known) known.push(userId);
    else byChannel.set(channelId, [userId]);
  }
  return messages.flatMap(({ id, channelId, senderId }) =>
    (byChannel.get(channelId!) ?? [])
      .filter((userId) => userId !== senderId)
      .map((userId) => ({ userId, messageId: id, reason })),
  );
}
