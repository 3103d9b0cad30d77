import { ChannelFacts, Channels, NotifiedSubscribers } from '@app/channels';
import { actorOf, isGuest, Organization, User } from '@app/identity';
import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { isInHistory } from '../received/flag';
import type { ViewedMessage } from '../records/message';
import { MessageAudienceRepository, Reading } from '../records/message-audience.repository';
import { MessageRepository } from '../records/message.repository';
import { MessageViews, ReaderMessageView } from '../message-views/message-views.service';
import { Messages } from '../messages/messages.service';

const IS_UNREAD = [{ operator: 'is', operand: 'unread' }];

/** The messages that each of many users has not read and may read, out of given messages. */
@Injectable()
export class UnreadMessageViews {
  constructor(
    private readonly messages: Messages,
    private readonly rows: MessageRepository,
    private readonly audience: MessageAudienceRepository,
    private readonly views: MessageViews,
    private readonly channels: Channels,
    private readonly subscribers: NotifiedSubscribers,
  ) {}

  /**
   * Gives each user the result of `Messages.select` with `is:unread`. The number of statements does not depend on the
   * number of users, as long as these are subscribed or participants and see the same users. All others are read
   * individually. The views contain no user's flags.
   */
  async of(
    organization: Organization,
    readers: readonly User[],
    readings: readonly Reading[],
  ): Promise<Map<UserId, ReaderMessageView[]>> {
    const plain = new Map(readers.filter(({ role }) => !isGuest(role)).map((user) => [user.id, user]));
    const asked = readings.filter(({ userId }) => plain.has(userId));
    const messages = await this.shared(organization.id, asked);
    const unread = await this.unread(asked);
    const isOpenTo = await this.openness(asked, messages);
    const views = await this.written(organization, [...plain.values()], messages);
    const found = new Map<UserId, ReaderMessageView[]>(readers.map(({ id }) => [id, []]));
    const apart = new Map<UserId, MessageId[]>();
    for (const reading of readings) {
      const { userId, messageId } = reading;
      const view = views.get(messageId);
      if (!plain.has(userId) || (view && unread.has(keyOf(reading)) && !isOpenTo(reading)))
        apart.set(userId, [...(apart.get(userId) ?? []), messageId]);
      else if (view && unread.has(keyOf(reading))) found.get(userId)!.push(view);
    }
    for (const user of readers.filter(({ id }) => apart.has(id))) {
      const actor = actorOf(user, organization);
      found.get(user.id)!.push(...(await this.messages.select(actor, IS_UNREAD, apart.get(user.id)!)));
    }
    return found;
  }

  private async shared(
    organizationId: OrganizationId,
    readings: readonly Reading[],
  ): Promise<Map<MessageId, ViewedMessage>> {
    const ids = [...new Set(readings.map(({ messageId }) => messageId))];
    const messages = ids.length === 0 ? [] : await this.rows.ofNobody(organizationId, ids);
    return new Map(messages.map((message) => [message.id, message]));
  }

  /** A direct message may also be unread for users who are not participants, so that is checked too. */
  private async unread(readings: readonly Reading[]): Promise<Set<string>> {
    const standings = readings.length === 0 ? [] : await this.audience.standings(readings);
    return new Set(standings.filter((one) => one.isUnread && isInHistory(one)).map(keyOf));
  }

  /** A participant or subscriber reads all messages that the user has there. */
  private async openness(
    readings: readonly Reading[],
    messages: ReadonlyMap<MessageId, ViewedMessage>,
  ): Promise<(reading: Reading) => boolean> {
    const channelIds = channelsOf(messages);
    const userIds = [...new Set(readings.map(({ userId }) => userId))];
    const subscribed = await this.subscribers.among(channelIds, userIds);
    const channelUsers = new Set(subscribed.map(({ userId, channelId }) => `${userId} ${channelId}`));
    return ({ userId, messageId }) => {
      const message = messages.get(messageId);
      if (!message) return false;
      if (message.channelId === null) return message.participantIds!.includes(userId);
      return channelUsers.has(`${userId} ${message.channelId}`);
    };
  }

  /** All users except guests see the same. */
  private async written(
    organization: Organization,
    [reader]: readonly User[],
    messages: ReadonlyMap<MessageId, ViewedMessage>,
  ): Promise<Map<MessageId, ReaderMessageView>> {
    if (!reader || messages.size === 0) return new Map();
    const channels: ChannelFacts[] = [];
    for (const id of channelsOf(messages)) channels.push((await this.channels.facts(organization.id, id))!);
    const actor = actorOf(reader, organization);
    const views = await this.views.write(actor, [...messages.values()], channels);
    return new Map(views.map((viewed) => [viewed.view.id, viewed]));
  }
}

const keyOf = ({ userId, messageId }: Reading): string => `${userId} ${messageId}`;

const channelsOf = (messages: ReadonlyMap<MessageId, ViewedMessage>): ChannelId[] => [
  ...new Set(Array.from(messages.values(), ({ channelId }) => channelId).filter((id) => id !== null)),
];
