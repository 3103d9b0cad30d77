import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Person } from '../messages/message-object.client-events';
import { topicNamer } from '../user-topics/user-topic.client-events';

export type TypingOperation = 'start' | 'stop';
type Account = Pick<Person, 'id' | 'email'>;

interface Typing {
  readonly operation: TypingOperation;
}

interface TypingDirectly extends Typing {
  readonly sender: Account;
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
interface Retyping extends Typing {
  readonly senderId: UserId;
  readonly messageId: MessageId;
  readonly place:
    | { readonly channelId: ChannelId; readonly topic: string; readonly emptyTopicName: string }
    | { readonly userIds: readonly UserId[] };
}

const account = ({ id, email }: Account) => ({ user_id: id, email });

const direct: EventKind<TypingDirectly> = {
  kind: 'typing_direct',
  type: 'typing',
  variant: () => '',
  shape: ({ operation, sender, recipients }) => ({
    type: 'typing',
    op: operation,
    message_type: 'direct',
    sender: account(sender),
    recipients: recipients.map(account),
  }),
};

const inChannels = ({ options }: QueueViewer): boolean => options.capabilities.stream_typing_notifications;

const variantInChannel = (viewer: QueueViewer): string =>
  `${inChannels(viewer)}:${viewer.options.capabilities.empty_topic_name}`;

/** For clients that said that they understand it. */
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

const retyping: EventKind<Retyping> = {
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

/** What clients are told of people who are typing (reference: realtime-and-push 7.2). */
@Injectable()
export class TypingClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(direct, channel, retyping);
  }

  tellDirect(organizationId: OrganizationId, ids: readonly UserId[], payload: TypingDirectly): void {
    this.tell(direct.kind, organizationId, ids, payload);
  }

  tellInChannel(organizationId: OrganizationId, ids: readonly UserId[], payload: TypingInChannel): void {
    this.tell(channel.kind, organizationId, ids, payload);
  }

  tellRetyping(organizationId: OrganizationId, ids: readonly UserId[], payload: Retyping): void {
    this.tell(retyping.kind, organizationId, ids, payload);
  }

  private tell(kind: string, organizationId: OrganizationId, ids: readonly UserId[], payload: Typing): void {
    if (ids.length > 0) this.log.tell({ kind, organizationId, audience: { to: 'users', ids }, payload });
  }
}
