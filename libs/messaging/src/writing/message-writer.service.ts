import type { MessageId } from '@app/kernel';
import { findLinks, RENDERER_VERSION } from '@app/markdown';
import type { Actor, Lock } from '@app/platform';
import { EventLog } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { Attachments } from '../attachments/attachments.service';
import { LinkPreviews } from '../link-previews/link-previews.service';
import { accountOf, Destination, senderOf } from '../message-views/message-object.client-events';
import { Submessages } from '../polls/submessages.service';
import { PushCandidates } from '../push-candidates/push-candidates.service';
import { NO_LISTS } from '../received/flag';
import { READ_RULE, ReadRule } from '../received/read-rule';
import type { Place } from '../records/message';
import { Insertion, MessageRepository } from '../records/message.repository';
import type { Submessage } from '../records/submessage';
import type { Visibility } from '../user-topics/user-topic';
import type { PreparedMessage } from './message-preparation.service';
import { MessageClientEvents } from './message.client-events';
import { SenderVisibility } from './sender-visibility.service';

/** What was sent, and what came of it. */
export interface SentMessageIds {
  readonly id: MessageId;
  /** What the sender's policy for the topic became by it; null: nothing new. */
  readonly newVisibility: Visibility | null;
}

/** A message with its place, ready to be written. */
export interface PlacedMessage {
  readonly prepared: PreparedMessage;
  readonly destination: Destination;
}

/** The one write of every send: the last step of its transaction. */
@Injectable()
export class MessageWriter {
  constructor(
    private readonly messages: MessageRepository,
    private readonly submessages: Submessages,
    private readonly linkPreviews: LinkPreviews,
    private readonly attachments: Attachments,
    private readonly candidates: PushCandidates,
    private readonly senderVisibility: SenderVisibility,
    private readonly clients: MessageClientEvents,
    private readonly log: EventLog,
  ) {}

  /** Locks besides that of the place: the owners of the message's files, who are told about it. */
  locksOf({ rendering, sendStep }: PreparedMessage): Lock[] {
    return [...this.attachments.locksOf(rendering.attachments), ...(sendStep?.locks ?? [])];
  }

  /** Writes the message and its client events in one statement. */
  async write(prepared: PreparedMessage, destination: Destination): Promise<void> {
    const { id } = destination;
    const { actor, rendering } = prepared;
    const insertion = await this.compose(prepared, destination, await this.submessagesOf(prepared, id));
    await this.attach(actor, id, rendering);
    const { text, values, extraWrite } = this.messages.insertion(insertion);
    await this.log.writeWith(text, values, extraWrite);
  }

  /** Whether nothing has to be written for it but one row and its client events. */
  isPlain({ rendering: { attachments, unseenPages }, widget }: PreparedMessage): boolean {
    return attachments.length === 0 && unseenPages.length === 0 && !widget;
  }

  /** As `write`, for many plain messages that keep no lists, ascending by id: one statement for all. */
  async writeAll(placed: readonly PlacedMessage[]): Promise<void> {
    const insertions: Insertion[] = [];
    for (const { prepared, destination } of placed) insertions.push(await this.compose(prepared, destination, []));
    const { text, values, extraWrite } = this.messages.insertions(insertions);
    await this.log.writeWith(text, values, extraWrite);
  }

  /** The row of a message, whose client events are told by it. */
  private async compose(
    prepared: PreparedMessage,
    destination: Destination,
    submessages: readonly Submessage[],
  ): Promise<Insertion> {
    const { id, topic, channel, conversation, lists = NO_LISTS, isReceivedBySender, unreadForIds } = destination;
    const { mentionedIds, alertedIds, topicMentionedIds, readByIds = [] } = destination;
    const { actor, organization, content, rendering, linkifiers, sentAt, isReadBySender, echo } = prepared;
    const { html, isMeMessage, hasLink, hasImage, mentionsTopic, attachments } = rendering;
    const { organizationId, userId, client } = actor;
    const mentionsChannel = channel !== null && rendering.mentionsChannel;
    const place = { channelId: channel?.id ?? null, conversationId: conversation?.id ?? null } as Place;
    const message = {
      id,
      topic,
      content,
      html,
      isMeMessage,
      client,
      organizationId,
      senderId: userId,
      rendererVersion: RENDERER_VERSION,
      hasLink,
      hasImage,
      hasAttachment: attachments.length > 0,
      mentionsChannel,
      mentionsTopic: channel !== null && mentionsTopic,
      readRule: readRuleOf(isReadBySender, unreadForIds),
      namedIds: lists.namedIds,
      partakerIds: lists.partakerIds,
      sentAt,
      ...place, // last: Node takes half a microsecond for each property after a spread
    };
    const muterIds = await this.senderVisibility.muterIds(prepared, readByIds);
    // Subscribers of a channel know each other.
    const hidden = isReceivedBySender ? {} : await this.senderVisibility.guestsNotSeeing(prepared);
    this.clients.tellSent(
      organizationId,
      {
        letter: {
          id,
          topic,
          content,
          html,
          isMeMessage,
          client,
          submessages: submessages.length > 0 ? submessages : undefined,
          topicLinks: findLinks(topic, linkifiers),
          channel,
          conversation,
          sender: senderOf(accountOf(actor)),
          sentAt: Math.floor(sentAt.getTime() / 1000),
        },
        emptyTopicName: organization.emptyTopicName,
        mentionedIds,
        alertedIds,
        topicMentionedIds,
        unreadForIds,
        readByIds: [...readByIds, ...muterIds],
        muterIds,
        mentionsChannel,
        isReadBySender,
        echo,
        strangers: hidden.strangers,
      },
      isReceivedBySender,
    );
    return { message, candidateIds: this.candidates.of(userId, conversation, destination) };
  }

  private async attach(
    { organizationId }: Actor,
    id: MessageId,
    { attachments, unseenPages }: PreparedMessage['rendering'],
  ): Promise<void> {
    if (attachments.length > 0) await this.attachments.claim(organizationId, id, attachments, true);
    if (unseenPages.length > 0) await this.linkPreviews.request(organizationId, id, unseenPages);
  }

  /** One statement more for widgets. */
  private async submessagesOf({ actor, widget }: PreparedMessage, id: MessageId): Promise<Submessage[]> {
    if (!widget) return [];
    return [await this.submessages.begin(id, actor.userId, widget)];
  }
}

function readRuleOf(isReadBySender: boolean, unreadForIds: Destination['unreadForIds']): ReadRule {
  if (unreadForIds) return READ_RULE.all;
  return isReadBySender ? READ_RULE.sender : READ_RULE.none;
}
