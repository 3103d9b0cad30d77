import {
  GuestVisibility,
  AlertWords,
  Linkifiers,
  MutedUsers,
  Organization,
  Organizations,
  placeholderEmail,
  unknownPerson,
} from '@app/identity';
import { Clock } from '@app/kernel';
import type { MessageId, UserId } from '@app/kernel';
import { findLinks, Linkifier, RENDERER_VERSION } from '@app/markdown';
import { Actor, Config, Lock } from '@app/platform';
import { EventLog } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { LinkedUpload } from '../attachments/attachment';
import { normaliseContent } from '../content';
import { READ_RULE, ReadRule } from '../received/read-rule';
import type { Place } from '../records/message';
import type { Submessage } from '../records/submessage';
import type { Visibility } from '../user-topics/user-topic';
import { Widget, widgetIn } from '../polls/widget';
import { MessageRepository } from '../records/message.repository';
import { Submessages } from '../polls/submessages.service';
import { Attachments } from '../attachments/attachments.service';
import { PushCandidates } from '../push-candidates/push-candidates.service';
import { LinkPreviews } from '../link-previews/link-previews.service';
import { Destination, senderOf } from '../message-views/message-object.client-events';
import { Echo, MessageClientEvents, SentMessage } from './message.client-events';
import { Rendering, Renderings } from '../rendering/renderings.service';

/** A message without a place. */
export interface Draft {
  readonly content: string;
  /** The sender has read it. */
  readonly isReadBySender: boolean;
  readonly echo: Echo | null;
  /** What is to be done if and only if the message is sent. */
  readonly alongside?: SendStep;
  /** What the message is besides its text; absent: what the text itself says. */
  readonly widget?: Widget | null;
}

/** A piece of a send's transaction. */
export interface SendStep {
  readonly locks: readonly Lock[];
  /** Before anything is written: what it throws undoes the send. SQL only. */
  readonly run: (messageId: MessageId) => Promise<void>;
}

/** A message that is ready but for its place. */
export interface PreparedMessage extends Draft {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly rendering: Rendering;
  /** Whose alert words are in it, whether or not they receive it. */
  readonly alertedIds: readonly UserId[];
  /** Who has muted the sender, whether or not they receive it: they have read it from the start. */
  readonly muterIds: readonly UserId[];
  /** Of the organization, for the topic. */
  readonly linkifiers: readonly Linkifier[];
  readonly sentAt: Date;
}

/** What was sent, and what came of it. */
export interface SentMessageIds {
  readonly id: MessageId;
  /** What the sender's policy for the topic became by it; null: nothing new. */
  readonly newVisibility: Visibility | null;
}

/** The text of a message that was checked, and is not sent yet. */
export interface CheckedText {
  /** As it would be stored. */
  readonly content: string;
  readonly html: string;
  /** Files that come with it. */
  readonly attachments: readonly LinkedUpload[];
}

export const textOf = ({ content, rendering: { html, attachments } }: PreparedMessage): CheckedText => ({
  content,
  html,
  attachments,
});

/** The two ends of every send: what is done before its transaction, and its one write. */
@Injectable()
export class MessageWriter {
  constructor(
    private readonly organizations: Organizations,
    private readonly renderings: Renderings,
    private readonly linkPreviews: LinkPreviews,
    private readonly attachments: Attachments,
    private readonly linkifiers: Linkifiers,
    private readonly alertWords: AlertWords,
    private readonly mutedUsers: MutedUsers,
    private readonly guestVisibility: GuestVisibility,
    private readonly config: Config,
    private readonly messages: MessageRepository,
    private readonly submessages: Submessages,
    private readonly candidates: PushCandidates,
    private readonly clients: MessageClientEvents,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** @throws MessageIsEmpty, MessageContainsNull, RenderingFailed, GroupMentionIsNotPermitted */
  async prepare(actor: Actor, draft: Draft): Promise<PreparedMessage> {
    const content = normaliseContent(draft.content);
    const [organization, rendering, words] = await Promise.all([
      this.organizations.of(actor),
      this.renderings.render(actor, content),
      this.words(actor, content),
    ]);
    await this.renderings.assertMayMention(actor, organization, rendering);
    return {
      ...draft,
      widget: draft.widget ?? widgetIn(content),
      actor,
      organization,
      content,
      rendering,
      ...words,
      sentAt: this.clock.now(),
    };
  }

  /** What the organization's words make of a text and its topic, and who has muted its author: two statements at most. */
  async words(actor: Actor, content: string): Promise<Pick<PreparedMessage, 'alertedIds' | 'linkifiers' | 'muterIds'>> {
    const [linkifiers, alertedIds, muterIds] = await Promise.all([
      this.linkifiers.of(actor),
      this.alertWords.alertedBy(content, actor),
      this.mutedUsers.mutersOf(actor),
    ]);
    return { linkifiers, alertedIds, muterIds };
  }

  /** What the transaction must hold besides its place: who owns the files that come with the message is told of it. */
  locksOf({ rendering, alongside }: PreparedMessage): Lock[] {
    return [...this.attachments.locksOf(rendering.attachments), ...(alongside?.locks ?? [])];
  }

  /** The last step of the transaction: the message and what is told of it, in one statement. */
  async send(prepared: PreparedMessage, destination: Destination): Promise<void> {
    const { id, topic, channel, conversation, namedIds = null, ...reached } = destination;
    const { actor, organization, content, rendering, linkifiers, sentAt, isReadBySender, echo } = prepared;
    const { html, isMeMessage, hasLink, hasImage, mentionsTopic, unseenPages, attachments } = rendering;
    const mentionsChannel = channel !== null && rendering.mentionsChannel;
    const place = { channelId: channel?.id ?? null, conversationId: conversation?.id ?? null } as Place;
    const common = { id, topic, content, html, isMeMessage, client: actor.client };
    const insertion = this.messages.insertion(
      {
        ...common,
        ...place,
        organizationId: actor.organizationId,
        senderId: actor.userId,
        rendererVersion: RENDERER_VERSION,
        hasLink,
        hasImage,
        hasAttachment: attachments.length > 0,
        mentionsChannel,
        mentionsTopic: channel !== null && mentionsTopic,
        readRule: readRuleOf(isReadBySender, reached.unreadForIds),
        namedIds,
        sentAt,
      },
      this.candidates.of(actor.userId, conversation, reached),
    );
    const submessages = await this.submessagesOf(prepared, id);
    const letter = {
      ...common,
      ...(submessages.length > 0 ? { submessages } : {}),
      topicLinks: findLinks(topic, linkifiers),
      channel,
      conversation,
      sender: senderOf({ ...actor, id: actor.userId }),
      sentAt: Math.floor(sentAt.getTime() / 1000),
    };
    const { emptyTopicName } = organization;
    const { isReceivedBySender, readByIds = [], ...readers } = reached;
    // Whoever is in the channel knows the others in it.
    const strangers = isReceivedBySender ? {} : await this.strangersTo(prepared);
    this.clients.tellSent(
      actor.organizationId,
      {
        letter,
        emptyTopicName,
        ...readers,
        readByIds: [...readByIds, ...prepared.muterIds],
        mentionsChannel,
        isReadBySender,
        echo,
        ...strangers,
      },
      isReceivedBySender,
    );
    if (attachments.length > 0) await this.attachments.claim(actor.organizationId, id, attachments, true);
    if (unseenPages.length > 0) await this.linkPreviews.request(actor.organizationId, id, unseenPages);
    await this.log.writeWith(insertion.text, insertion.values, insertion.alongside);
  }

  /** One statement more for widgets. */
  private async submessagesOf({ actor, widget }: PreparedMessage, id: MessageId): Promise<Submessage[]> {
    if (!widget) return [];
    return [await this.submessages.begin(id, actor.userId, widget)];
  }

  /** Guests who may not know of the sender, if there are such, and what stands for it before them. */
  private async strangersTo({ actor, organization }: PreparedMessage): Promise<Pick<SentMessage, 'strangers'>> {
    const sender = { ...actor, id: actor.userId };
    const ids = await this.guestVisibility.strangersTo(organization, sender);
    if (ids.length === 0) return {};
    return {
      strangers: { ids, sender: senderOf(unknownPerson(sender, placeholderEmail(sender.id, this.config.emailDomain))) },
    };
  }
}

function readRuleOf(isReadBySender: boolean, unreadForIds: Destination['unreadForIds']): ReadRule {
  if (unreadForIds) return READ_RULE.all;
  return isReadBySender ? READ_RULE.sender : READ_RULE.none;
}
