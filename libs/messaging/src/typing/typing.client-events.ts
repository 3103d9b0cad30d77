import type { ChannelId, ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Audience, ClientEvent, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { readersOfConversations } from '../audiences/conversation-readers';
import type { Person } from '../message-views/message-object.client-events';
import { topicNamer } from '../user-topics/user-topic.client-events';
import { DirectTypingViewers, TypingView } from './direct-typing-viewers.service';

export type TypingOperation = 'start' | 'stop';
type Account = Pick<Person, 'id' | 'email'>;

interface Typing {
  readonly operation: TypingOperation;
}

/** The participants are read at delivery. */
interface TypingDirectly extends Typing {
  readonly sender: Account;
  /** For a conversation that has not begun: participants who do not receive the event. */
  readonly untoldIds?: readonly UserId[];
}

/** As nodes of the version before write it. */
interface FormerTypingDirectly extends TypingDirectly {
  /** The sender too. */
  readonly recipients: readonly Account[];
}

interface TypingInChannel extends Typing {
  readonly sender: Account;
  readonly channelId: ChannelId;
  readonly topic: string;
  readonly emptyTopicName: string;
}

/** In place of a message that is there already. */
interface RetypingDirectly extends Typing {
  readonly senderId: UserId;
  readonly messageId: MessageId;
}

interface EditTyping extends RetypingDirectly {
  readonly place:
    | { readonly channelId: ChannelId; readonly topic: string; readonly emptyTopicName: string }
    /** As nodes of the version before write it of a direct message. */
    | { readonly userIds: readonly UserId[] };
}

const account = ({ id, email }: Account) => ({ user_id: id, email });

const directEvent = ({ operation, sender }: TypingDirectly, recipients: readonly Account[]): ClientEvent => ({
  type: 'typing',
  op: operation,
  message_type: 'direct',
  sender: account(sender),
  recipients: recipients.map(account),
});

const formerDirect: EventKind<FormerTypingDirectly> = {
  kind: 'typing_direct',
  type: 'typing',
  variant: () => '',
  shape: (payload) => directEvent(payload, payload.recipients),
};

const inChannels = ({ options }: QueueViewer): boolean => options.capabilities.stream_typing_notifications;

const variantInChannel = (viewer: QueueViewer): string =>
  `${inChannels(viewer)}:${viewer.options.capabilities.empty_topic_name}`;

/** For clients that declared support. */
const channel: EventKind<TypingInChannel> = {
  kind: 'typing_channel',
  type: 'typing',
  variant: (_, viewer) => variantInChannel(viewer),
  shape: ({ operation, sender, channelId, topic, emptyTopicName }, viewer) =>
    inChannels(viewer)
      ? {
          type: 'typing',
          op: operation,
          message_type: 'stream',
          sender: account(sender),
          stream_id: channelId,
          topic: topicNamer(viewer, emptyTopicName)(topic),
        }
      : null,
};

const editTyping: EventKind<EditTyping> = {
  kind: 'typing_edit',
  type: 'typing_edit_message',
  variant: (_, viewer) => variantInChannel(viewer),
  shape({ operation, senderId, messageId, place }, viewer): ClientEvent | null {
    if ('channelId' in place && !inChannels(viewer)) return null;
    const recipient =
      'channelId' in place
        ? {
            type: 'channel',
            channel_id: place.channelId,
            topic: topicNamer(viewer, place.emptyTopicName)(place.topic),
          }
        : { type: 'direct', user_ids: place.userIds };
    return { type: 'typing_edit_message', op: operation, sender_id: senderId, message_id: messageId, recipient };
  },
};

const wanted = (view: TypingView | undefined): string => (view?.isWanted ? 'wanted' : '');

/** Client events of typing (docs/protocol/personal.md). */
@Injectable()
export class TypingClientEvents implements OnModuleInit {
  private readonly direct: EventKind<TypingDirectly, TypingView> = {
    kind: 'typing_conversation',
    type: 'typing',
    lookup: { isNeeded: () => true, read: (asked) => this.viewers.read(asked) },
    variant: (_, __, { known }) => wanted(known),
    shape: (payload, _, { known }) => (known?.isWanted ? directEvent(payload, known.participants) : null),
  };
  private readonly retypingDirectly: EventKind<RetypingDirectly, TypingView> = {
    kind: 'typing_edit_conversation',
    type: 'typing_edit_message',
    lookup: { isNeeded: () => true, read: (asked) => this.viewers.read(asked) },
    variant: (_, __, { known }) => wanted(known),
    shape: ({ operation, senderId, messageId }, _, { known }) =>
      known?.isWanted
        ? {
            type: 'typing_edit_message',
            op: operation,
            sender_id: senderId,
            message_id: messageId,
            recipient: { type: 'direct', user_ids: known.participants.map(({ id }) => id) },
          }
        : null,
  };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly viewers: DirectTypingViewers,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this.direct, this.retypingDirectly, channel, editTyping, formerDirect);
  }

  tellDirect(organizationId: OrganizationId, conversationId: ConversationId, payload: TypingDirectly): void {
    this.tellTo(this.direct.kind, organizationId, inConversation(conversationId), payload);
  }

  tellBeginning(organizationId: OrganizationId, ids: readonly UserId[], payload: TypingDirectly): void {
    this.tell(this.direct.kind, organizationId, ids, payload);
  }

  tellRetypingDirectly(
    organizationId: OrganizationId,
    conversationId: ConversationId,
    payload: RetypingDirectly,
  ): void {
    this.tellTo(this.retypingDirectly.kind, organizationId, inConversation(conversationId), payload);
  }

  tellInChannel(organizationId: OrganizationId, ids: readonly UserId[], payload: TypingInChannel): void {
    this.tell(channel.kind, organizationId, ids, payload);
  }

  tellRetyping(organizationId: OrganizationId, ids: readonly UserId[], payload: EditTyping): void {
    this.tell(editTyping.kind, organizationId, ids, payload);
  }

  private tell(kind: string, organizationId: OrganizationId, ids: readonly UserId[], payload: Typing): void {
    if (ids.length > 0) this.tellTo(kind, organizationId, { to: 'users', ids }, payload);
  }

  private tellTo(kind: string, organizationId: OrganizationId, audience: Audience, payload: Typing): void {
    this.log.tell({ kind, organizationId, audience, payload });
  }
}

const inConversation = (conversationId: ConversationId): Audience =>
  readersOfConversations([{ conversationId, messageIds: [] }]);
