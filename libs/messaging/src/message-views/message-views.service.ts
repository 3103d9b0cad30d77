import { Channels } from '@app/channels';
import {
  GuestVisibility,
  Linkifiers,
  Organization,
  Organizations,
  placeholderEmail,
  unknownPerson,
  User,
  Users,
} from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import { findLinks } from '@app/markdown';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ViewedMessage } from '../records/message';
import { ReactionAndSubmessageRepository } from './reaction-and-submessage.repository';
import { EditViewer, EditViews } from './edit-views.service';
import { MessageView, personOf, senderOf } from './message-object.client-events';

/** A channel as its messages contain it. */
interface NamedChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly isPrivate: boolean;
}

/** A message with all names, for one reader. */
export interface ReaderMessageView {
  readonly view: MessageView;
  readonly message: ViewedMessage;
}

/** Adds the names to messages. */
@Injectable()
export class MessageViews {
  constructor(
    private readonly users: Users,
    private readonly linkifiers: Linkifiers,
    private readonly guestVisibility: GuestVisibility,
    private readonly additions: ReactionAndSubmessageRepository,
    private readonly edits: EditViews,
    private readonly organizations: Organizations,
    private readonly channels: Channels,
    private readonly config: Config,
  ) {}

  /** Two statements for any number of messages. `channels` contains all channels of the messages. */
  async write(
    actor: Actor,
    messages: readonly ViewedMessage[],
    channels: readonly NamedChannel[],
  ): Promise<ReaderMessageView[]> {
    const known = await this.guestVisibility.cached(actor);
    const viewer = {
      organization: () => this.organizations.cached(actor),
      knownChannels: (ids: readonly ChannelId[]) => this.channels.visibleNames(actor, ids),
    };
    return this.compose(actor, messages, channels, viewer, (user) => {
      if (!known || user.isBot || known.has(user.id)) return user;
      return unknownPerson(user, placeholderEmail(user.id, this.config.emailDomain));
    });
  }

  /** As `write`, for spectators: without e-mail addresses. */
  async writeForSpectator(
    organization: Organization,
    messages: readonly ViewedMessage[],
    channels: readonly NamedChannel[],
  ): Promise<ReaderMessageView[]> {
    const { id: organizationId, linkifierVersion } = organization;
    const viewer = {
      organization: async () => organization,
      knownChannels: async () => new Set(channels.map(({ id }) => id)),
    };
    return this.compose({ organizationId, linkifierVersion }, messages, channels, viewer, (user) => {
      if (user.isBot) return user;
      const email = placeholderEmail(user.id, this.config.emailDomain);
      return { ...user, email, deliveryEmail: email };
    });
  }

  private async compose(
    of: Pick<Actor, 'organizationId' | 'linkifierVersion'>,
    messages: readonly ViewedMessage[],
    channels: readonly NamedChannel[],
    viewer: EditViewer,
    disguised: (user: User) => User,
  ): Promise<ReaderMessageView[]> {
    const ids = new Set(messages.flatMap(({ senderId, participantIds }) => [senderId, ...(participantIds ?? [])]));
    const [users, linkifiers, additions, edits] = await Promise.all([
      this.users.byIds(of.organizationId, [...ids]),
      this.linkifiers.cached(of),
      this.additions.of(messages.map(({ id }) => id)),
      this.edits.of(messages, viewer),
    ]);
    const shown = (userId: UserId): User => disguised(users.get(userId)!);
    const topics = new Set(messages.map(({ topic }) => topic));
    const linksIn = new Map(Array.from(topics, (topic) => [topic, findLinks(topic, linkifiers)]));
    const byId = new Map(channels.map(({ id, name, isPrivate }) => [id, { id, name, isPrivate }]));
    return messages.map((message) => {
      const { id, content, html, topic, client, isMeMessage, sentAt, channelId, conversationId } = message;
      const participants = (message.participantIds ?? []).map((userId) => personOf(shown(userId)));
      const sender = senderOf(shown(message.senderId));
      const channel = channelId === null ? null : byId.get(channelId)!;
      const conversation = conversationId === null ? null : { id: conversationId, participants };
      return {
        view: {
          id,
          sender,
          client,
          content,
          html,
          topic,
          topicLinks: linksIn.get(topic)!,
          isMeMessage,
          sentAt,
          channel,
          conversation,
          edits: edits.get(id),
          ...additions.get(id),
        },
        message,
      };
    });
  }
}
