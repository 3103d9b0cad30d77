import { Linkifiers, Users } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import { findLinks } from '@app/markdown';
import type { Actor } from '@app/platform';
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
  ) {}

  /** One statement, whatever the number of messages; `channels` holds all that the messages are in. */
  async write(
    actor: Pick<Actor, 'organizationId' | 'renderingVersion'>,
    messages: readonly ViewedMessage[],
    channels: readonly NamedChannel[],
  ): Promise<ViewedLetter[]> {
    const ids = new Set(messages.flatMap(({ senderId, participantIds }) => [senderId, ...(participantIds ?? [])]));
    const [users, linkifiers] = await Promise.all([
      this.users.byIds(actor.organizationId, [...ids]),
      this.linkifiers.of(actor),
    ]);
    const topics = new Set(messages.map(({ topic }) => topic));
    const linksIn = new Map(Array.from(topics, (topic) => [topic, findLinks(topic, linkifiers)]));
    const byId = new Map(channels.map(({ id, name, isPrivate }) => [id, { id, name, isPrivate }]));
    return messages.map((message) => {
      const { id, content, html, topic, client, isMeMessage, sentAt, channelId, conversationId } = message;
      const participants = (message.participantIds ?? []).map((userId) => personOf(users.get(userId)!));
      const sender = senderOf(users.get(message.senderId)!);
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
