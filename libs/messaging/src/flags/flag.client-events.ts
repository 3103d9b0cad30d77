import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Audience, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { EditableFlag, isMentioned } from '../received/flag';
import type { MessageStanding } from '../records/message';
import { MessageReadersIndex } from '../audiences/message-readers.index';

export interface FlagChange {
  readonly operation: 'add' | 'remove';
  readonly flag: EditableFlag;
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
}

/** The place of a message that becomes unread. */
interface Detail {
  readonly messageId: MessageId;
  readonly isMentioned: boolean;
  readonly isHeard: boolean;
  readonly channelId: ChannelId | null;
  readonly topic: string;
  /** Of a direct message: the other participants. */
  readonly otherIds: readonly UserId[];
}

interface Changed extends FlagChange {
  readonly details: readonly Detail[] | null;
  readonly emptyTopicName: string;
}

const event = ({ operation, flag, messageIds }: FlagChange, isAll = false) => ({
  type: 'update_message_flags',
  op: operation,
  operation,
  flag,
  messages: messageIds,
  all: isAll,
});

const allRead: EventKind<object> = {
  kind: 'all_messages_read',
  type: 'update_message_flags',
  variant: () => 'all',
  shape: () => event({ operation: 'add', flag: 'read', messageIds: [] }, true),
};

const changed: EventKind<Changed> = {
  kind: 'message_flags',
  type: 'update_message_flags',
  variant: (_, { options }) => String(options.capabilities.empty_topic_name),
  shape: (payload, viewer) => ({
    ...event(payload),
    ...(payload.details ? { message_details: detailsFor(payload, viewer) } : {}),
  }),
};

/** One entry for all users who leave a channel together. Each is told only of the own messages. */
interface ReadByLeaving {
  readonly unread: readonly { readonly userId: UserId; readonly messageIds: readonly MessageId[] }[];
}

const readByLeaving: EventKind<ReadByLeaving> = {
  kind: 'messages_read_by_leaving',
  type: 'update_message_flags',
  variant: (_, { userId }) => String(userId),
  shape({ unread }, viewer) {
    const own = unread.find(({ userId }) => userId === viewer.userId);
    return own ? event({ operation: 'add', flag: 'read', messageIds: own.messageIds }) : null;
  },
};

function detailsFor({ details, emptyTopicName }: Changed, { options }: QueueViewer): Record<string, object> {
  const shown = (topic: string) => (topic === '' && !options.capabilities.empty_topic_name ? emptyTopicName : topic);
  return Object.fromEntries(
    details!.map(({ messageId, channelId, topic, otherIds, isHeard, ...detail }) => [
      String(messageId),
      {
        ...(channelId === null
          ? { type: 'private', user_ids: otherIds }
          : { type: 'stream', stream_id: channelId, topic: shown(topic), unmuted_stream_msg: isHeard }),
        ...(detail.isMentioned ? { mentioned: true } : {}),
      },
    ]),
  );
}

/** Client events of flags (docs/protocol/read-state.md). */
@Injectable()
export class FlagClientEvents implements OnModuleInit {
  /** For users who lose messages by a move: the messages become read, as when leaving a channel. */
  private readonly readByMove: EventKind<{ readonly messageIds: readonly MessageId[] }> = {
    kind: 'messages_read_by_move',
    type: 'update_message_flags',
    variant: (_, { userId }, { audience }) => this.readers.told(audience, userId)?.join() ?? 'all',
    shape: ({ messageIds }, { userId }, { audience }) =>
      event({ operation: 'add', flag: 'read', messageIds: this.readers.told(audience, userId) ?? messageIds }),
  };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly readers: MessageReadersIndex,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed, readByLeaving, this.readByMove, allRead);
  }

  tellChanged(organizationId: OrganizationId, userId: UserId, change: FlagChange): void {
    this.tell(organizationId, userId, { ...change, details: null, emptyTopicName: '' });
  }

  /** Covers all messages of earlier log entries, and none of later ones. */
  tellAllRead({ organizationId, userId }: { organizationId: OrganizationId; userId: UserId }): void {
    this.log.tell({ kind: allRead.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload: {} });
  }

  /** Contains the places of the messages, so that clients can count messages that they have not loaded. */
  tellUnread(
    { organizationId, userId }: { organizationId: OrganizationId; userId: UserId },
    messages: readonly MessageStanding[],
    isHeard: (message: MessageStanding) => boolean,
    emptyTopicName: string,
  ): void {
    const details = messages.map((message) => ({
      messageId: message.id,
      isMentioned: isMentioned(message),
      isHeard: isHeard(message),
      channelId: message.channelId,
      topic: message.topic,
      otherIds: (message.participantIds ?? []).filter((id) => id !== userId),
    }));
    const messageIds = messages.map(({ id }) => id);
    this.tell(organizationId, userId, { operation: 'remove', flag: 'read', messageIds, details, emptyTopicName });
  }

  tellReadByLeaving(organizationId: OrganizationId, unread: ReadByLeaving['unread']): void {
    if (unread.length === 0) return;
    const ids = unread.map(({ userId }) => userId);
    this.log.tell({ kind: readByLeaving.kind, organizationId, audience: { to: 'users', ids }, payload: { unread } });
  }

  tellReadByMove(organizationId: OrganizationId, audience: Audience, messageIds: readonly MessageId[]): void {
    this.log.tell({ kind: this.readByMove.kind, organizationId, audience, payload: { messageIds } });
  }

  private tell(organizationId: OrganizationId, userId: UserId, payload: Changed): void {
    this.log.tell({ kind: changed.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }
}
