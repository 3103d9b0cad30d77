import { CHANNEL_AUDIENCE } from '@app/channels';
import type { OrganizationId, UserId } from '@app/kernel';
import {
  Audience,
  ClientEvent,
  EventKind,
  EventLog,
  NarrowTerm,
  QueueViewer,
  Registry,
  ShapeContext,
  ViewerLookup,
} from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { BIT, Standing } from '../received/flag';
import { parseNarrow } from '../narrows/narrow';
import { queueFilter } from '../narrows/queue-filter';
import { flagWords, MessageView, messageObject, Sender } from '../message-views/message-object.client-events';
import { MutedSenders } from '../sender-mutes/muted-senders.service';

/** Which queue the sending client waits with, and its own name for the message. */
export interface LocalEcho {
  readonly queueId: string;
  readonly localId: string;
}

/** A new message, with the values that differ between its receivers. */
export interface SentMessage {
  readonly letter: MessageView;
  readonly emptyTopicName: string;
  /** Ascending. Users who do not receive the message are not meant. */
  readonly mentionedIds: readonly UserId[];
  readonly alertedIds: readonly UserId[];
  readonly topicMentionedIds: readonly UserId[];
  readonly mentionsChannel: boolean;
  readonly isReadBySender: boolean;
  /** Further users for whom it is read from the start; absent: none. */
  readonly readByIds?: readonly UserId[];
  /** Those who are listed there for muting the sender alone, as the sender's transaction saw it; absent: unknown. */
  readonly muterIds?: readonly UserId[];
  /** The only users for whom it is unread; absent: all who are not listed above. */
  readonly unreadForIds?: readonly UserId[];
  readonly echo: LocalEcho | null;
  /** Guests who may not see the sender, with the sender as they see it; absent: all may. */
  readonly strangers?: { readonly ids: readonly UserId[]; readonly sender: Sender };
}

interface Payload extends SentMessage {
  /** For the sending client alone, which does not receive the message otherwise. */
  readonly isOnlyEcho: boolean;
}

/** The number of combinations of what `variant` knows besides the bits of the standing. */
const FORMS = 128;

/** Client events of new messages (docs/protocol/messages.md). */
@Injectable()
export class MessageClientEvents implements EventKind<Payload, boolean>, OnModuleInit {
  readonly kind = 'message';
  readonly type = 'message';
  /** Whether the viewer has muted the sender. Without a lookup no user has. */
  readonly lookup: ViewerLookup<Payload, boolean> = {
    isNeeded: ({ letter }) => this.mutedSenders.mayBeMuted(letter.sender.id),
    read: (asked) =>
      this.mutedSenders.areRead(
        asked.map(({ userId, payload: { letter } }) => ({ userId, senderId: letter.sender.id, messageId: letter.id })),
      ),
  };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly mutedSenders: MutedSenders,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this);
  }

  /** `isReceived`: whether the sender receives the message. */
  tellSent(organizationId: OrganizationId, sent: SentMessage, isReceived: boolean): void {
    this.tell(organizationId, audienceOf(sent.letter), { isOnlyEcho: false, ...sent });
    if (isReceived || !sent.echo) return;
    this.tell(organizationId, { to: 'users', ids: [sent.letter.sender.id] }, { isOnlyEcho: true, ...sent });
  }

  variant(payload: Payload, viewer: QueueViewer, { known }: ShapeContext<boolean>): string | number {
    const { applyMarkdown, clientGravatar, capabilities } = viewer.options;
    const { bits, isReceived, isUnread } = this.standing(payload, viewer, known);
    const facts =
      (applyMarkdown ? 1 : 0) |
      (clientGravatar ? 2 : 0) |
      (capabilities.empty_topic_name ? 4 : 0) |
      (isFromHiddenSender(payload, viewer) ? 8 : 0) |
      (isReceived ? 16 : 0) |
      (isUnread ? 32 : 0) |
      (isLeftOut(payload, viewer) ? 64 : 0);
    const form = bits * FORMS + facts;
    return isEchoFor(payload, viewer) ? `${form} ${viewer.queueId}` : form;
  }

  shape(payload: Payload, viewer: QueueViewer, { known }: ShapeContext<boolean>): ClientEvent | null {
    if (isLeftOut(payload, viewer)) return null;
    const { applyMarkdown, clientGravatar, capabilities } = viewer.options;
    const emptyTopicName = capabilities.empty_topic_name ? null : payload.emptyTopicName;
    const { letter, strangers } = payload;
    const shown = isFromHiddenSender(payload, viewer) ? { ...letter, sender: strangers!.sender } : letter;
    return {
      type: 'message',
      message: messageObject(shown, { applyMarkdown, clientGravatar, emptyTopicName }),
      flags: this.flags(payload, viewer, known),
      ...(isEchoFor(payload, viewer) ? { local_message_id: payload.echo!.localId } : {}),
    };
  }

  readonly filter = (narrow: readonly NarrowTerm[]): ((payload: Payload, viewer: QueueViewer) => boolean) => {
    const fits = queueFilter(parseNarrow(narrow.map(([operator, operand]) => ({ operator, operand }))));
    return (payload, viewer) => {
      const { letter, emptyTopicName } = payload;
      const { channel, conversation, sender, topic } = letter;
      return fits({
        channel,
        topic,
        emptyTopicName,
        sender,
        participants: conversation?.participants ?? null,
        standing: this.standing(payload, viewer),
        viewerId: viewer.userId,
      });
    };
  };

  private tell(organizationId: OrganizationId, audience: Audience, payload: Payload): void {
    this.log.tell({ kind: this.kind, organizationId, audience, payload });
  }

  private flags(payload: Payload, viewer: QueueViewer, hasMuted: boolean | undefined): string[] {
    return flagWords(this.standing(payload, viewer, hasMuted));
  }

  /**
   * As a fetch of the message at that moment would have it.
   * @param hasMuted `undefined`: as the sender's transaction saw it
   */
  private standing(payload: Payload, viewer: QueueViewer, hasMuted?: boolean): Standing {
    const { mentionedIds, alertedIds, topicMentionedIds, mentionsChannel, letter } = payload;
    const isReceived = this.isReceivedBy(payload, viewer);
    const spokenTo =
      (mentionedIds.includes(viewer.userId) ? BIT.mentioned : 0) |
      (alertedIds.includes(viewer.userId) ? BIT.alertWord : 0) |
      (topicMentionedIds.includes(viewer.userId) ? BIT.topicWildcard : 0);
    const bits = isReceived ? spokenTo : 0;
    const isReadBefore =
      (payload.isReadBySender && letter.sender.id === viewer.userId) ||
      isReadFor(payload, viewer, hasMuted) ||
      payload.unreadForIds?.includes(viewer.userId) === false;
    return { bits, isReceived, isUnread: isReceived && !isReadBefore, mentionsChannel };
  }

  /** Queues for more than the user's own messages see what the user does not receive. */
  private isReceivedBy({ letter: { id, channel }, isOnlyEcho }: Payload, viewer: QueueViewer): boolean {
    if (isOnlyEcho) return false;
    if (!channel || !isWide(viewer)) return true;
    const subject = { id: channel.id, position: id, isPublic: !channel.isPrivate };
    return this.registry.indexes.get(CHANNEL_AUDIENCE)!.includes(subject, viewer.userId);
  }
}

function audienceOf({ id, channel, conversation }: MessageView): Audience {
  if (conversation) return { to: 'users', ids: conversation.participants.map((person) => person.id) };
  const of = { id: channel!.id, position: id, isPublic: !channel!.isPrivate };
  return { to: 'rule', rule: CHANNEL_AUDIENCE, of };
}

const isReadFor = ({ readByIds, muterIds }: Payload, { userId }: QueueViewer, hasMuted: boolean | undefined): boolean =>
  hasMuted === true ||
  ((readByIds?.includes(userId) ?? false) && (hasMuted === undefined || muterIds?.includes(userId) !== true));

const isWide = ({ options }: QueueViewer): boolean => options.isWide;

/** Other users may know the id of a queue, so an echo is only for the sender's own queue. */
const isEchoFor = ({ echo, letter }: Payload, { queueId, userId }: QueueViewer): boolean =>
  echo?.queueId === queueId && letter.sender.id === userId;

/** The queue of an echo does not receive the event for all other queues. */
const isLeftOut = (payload: Payload, viewer: QueueViewer): boolean =>
  payload.isOnlyEcho && (!isEchoFor(payload, viewer) || (isWide(viewer) && !payload.letter.channel!.isPrivate));

const isFromHiddenSender = ({ strangers }: Payload, { userId }: QueueViewer): boolean =>
  strangers !== undefined && strangers.ids.includes(userId);
