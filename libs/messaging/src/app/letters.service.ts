import { Acquaintances, Linkifiers, placeholderEmail, unknownPerson, User, Users } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import { findLinks } from '@app/markdown';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ViewedMessage } from '../domain/message';
import { Letter, personOf, senderOf } from './message-object.client-events';

/** A channel as its messages show it. */
interface NamedChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly isPrivate: boolean;
}

/** A message with all names, for one reader. */
export interface ViewedLetter {
  readonly letter: Letter;
  readonly message: ViewedMessage;
}

/** Puts the names into messages. */
@Injectable()
export class Letters {
  constructor(
    private readonly users: Users,
    private readonly linkifiers: Linkifiers,
    private readonly acquaintances: Acquaintances,
    private readonly config: Config,
  ) {}

  /** One statement, whatever the number of messages; `channels` holds all that the messages are in. */
  async write(
    actor: Actor,
    messages: readonly ViewedMessage[],
    channels: readonly NamedChannel[],
  ): Promise<ViewedLetter[]> {
    const ids = new Set(messages.flatMap(({ senderId, participantIds }) => [senderId, ...(participantIds ?? [])]));
    const [users, linkifiers, known] = await Promise.all([
      this.users.byIds(actor.organizationId, [...ids]),
      this.linkifiers.of(actor),
      this.acquaintances.knownTo(actor),
    ]);
    const shown = (userId: UserId): User => {
      const user = users.get(userId)!;
      if (!known || user.isBot || known.has(userId)) return user;
      return unknownPerson(user, placeholderEmail(userId, this.config.emailDomain));
    };
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
        letter: {
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
        },
        message,
      };
    });
  }
}
