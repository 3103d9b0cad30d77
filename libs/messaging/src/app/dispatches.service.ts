import { Organization, Organizations } from '@app/identity';
import { Clock } from '@app/kernel';
import type { MessageId, UserId } from '@app/kernel';
import { RENDERER_VERSION } from '@app/markdown';
import type { Actor } from '@app/platform';
import { EventLog } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { normaliseContent } from '../domain/content';
import { Place, READ_RULE } from '../domain/message';
import { MessageRepository } from '../store/message.repository';
import { Letter, senderOf } from './message-object.client-events';
import { Echo, MessageClientEvents } from './message.client-events';
import { Rendering, Renderings } from './renderings.service';

/** A message without a place. */
export interface Draft {
  readonly content: string;
  /** The sender has read it. */
  readonly isReadBySender: boolean;
  readonly echo: Echo | null;
}

/** A message that is ready but for its place. */
export interface PreparedMessage extends Draft {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly rendering: Rendering;
  readonly sentAt: Date;
}

/** Where a message goes, and what is to be known of those who receive it. */
export type Destination = Pick<Letter, 'channel' | 'conversation' | 'topic'> & {
  readonly id: MessageId;
  readonly isReceivedBySender: boolean;
  /** Of those who receive the message, ascending. */
  readonly mentionedIds: readonly UserId[];
  readonly topicMentionedIds: readonly UserId[];
  /** Who has read it from the start, besides its sender: marked as read already. Default: nobody. */
  readonly readByIds?: readonly UserId[];
};

/** The two ends of every send: what is done before its transaction, and its one write. */
@Injectable()
export class Dispatches {
  constructor(
    private readonly organizations: Organizations,
    private readonly renderings: Renderings,
    private readonly messages: MessageRepository,
    private readonly clients: MessageClientEvents,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** @throws MessageIsEmpty, MessageContainsNull, RenderingFailed, GroupMentionIsNotPermitted */
  async prepare(actor: Actor, draft: Draft): Promise<PreparedMessage> {
    const content = normaliseContent(draft.content);
    const [organization, rendering] = await Promise.all([
      this.organizations.of(actor),
      this.renderings.render(actor, content),
    ]);
    await this.renderings.assertMayMention(actor, organization, rendering);
    return { ...draft, actor, organization, content, rendering, sentAt: this.clock.now() };
  }

  /** The last step of the transaction: the message and what is told of it, in one statement. */
  async send(prepared: PreparedMessage, { id, topic, channel, conversation, ...reached }: Destination): Promise<void> {
    const { actor, organization, content, rendering, sentAt, isReadBySender, echo } = prepared;
    const { html, isMeMessage, hasLink, mentionsTopic } = rendering;
    const mentionsChannel = channel !== null && rendering.mentionsChannel;
    const place = { channelId: channel?.id ?? null, conversationId: conversation?.id ?? null } as Place;
    const common = { id, topic, content, html, isMeMessage, client: actor.client };
    const insertion = this.messages.insertion({
      ...common,
      ...place,
      organizationId: actor.organizationId,
      senderId: actor.userId,
      rendererVersion: RENDERER_VERSION,
      hasLink,
      mentionsChannel,
      mentionsTopic: channel !== null && mentionsTopic,
      readRule: isReadBySender ? READ_RULE.sender : READ_RULE.none,
      sentAt,
    });
    const letter = {
      ...common,
      channel,
      conversation,
      sender: senderOf({ ...actor, id: actor.userId }),
      sentAt: Math.floor(sentAt.getTime() / 1000),
    };
    const { emptyTopicName } = organization;
    const { mentionedIds, topicMentionedIds, isReceivedBySender, readByIds } = reached;
    this.clients.tellSent(
      actor.organizationId,
      { letter, emptyTopicName, mentionedIds, topicMentionedIds, mentionsChannel, isReadBySender, readByIds, echo },
      isReceivedBySender,
    );
    await this.log.writeWith(insertion.text, insertion.values);
  }
}
