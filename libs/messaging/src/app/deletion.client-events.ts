import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, Listeners, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { MessageAudience } from './message-audiences';
import { topicNamer } from './user-topic.client-events';

/** Where the messages were; null: between people. */
export type DeletedPlace = { readonly channelId: ChannelId; readonly topic: string } | null;

interface Deleted {
  readonly place: DeletedPlace;
  readonly emptyTopicName: string;
}

type Together = Deleted & { readonly messageIds: readonly MessageId[] };
type Single = Deleted & { readonly messageId: MessageId };

const knowsMany = ({ options }: QueueViewer): boolean => options.capabilities.bulk_message_deletion;

const variant = (_: Deleted, viewer: QueueViewer): string =>
  `${knowsMany(viewer)}:${viewer.options.capabilities.empty_topic_name}`;

function placeOf({ place, emptyTopicName }: Deleted, viewer: QueueViewer): object {
  if (!place) return { message_type: 'private' };
  const topic = topicNamer(viewer, emptyTopicName)(place.topic);
  return { message_type: 'stream', stream_id: place.channelId, topic };
}

const together: EventKind<Together> = {
  kind: 'messages_deleted',
  type: 'delete_message',
  variant,
  shape: (deleted, viewer): ClientEvent | null =>
    knowsMany(viewer) ? { type: 'delete_message', message_ids: deleted.messageIds, ...placeOf(deleted, viewer) } : null,
};

const single: EventKind<Single> = {
  kind: 'message_deleted',
  type: 'delete_message',
  variant,
  shape: (deleted, viewer): ClientEvent | null =>
    knowsMany(viewer) ? null : { type: 'delete_message', message_id: deleted.messageId, ...placeOf(deleted, viewer) },
};

/** What clients are told of messages that are gone, for everybody or for them alone (reference: messaging 8). */
@Injectable()
export class DeletionClientEvents implements OnModuleInit {
  /** The client's word for it. */
  readonly type = together.type;

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly listeners: Listeners,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(together, single);
  }

  /** Older clients hear of one message at a time: only where there are such, it is said in that form, too. */
  async tell(
    organizationId: OrganizationId,
    { messageIds, userIds }: MessageAudience,
    deleted: Deleted,
  ): Promise<void> {
    if (messageIds.length === 0 || userIds.length === 0) return;
    const audience = (ids: readonly UserId[]) => ({ to: 'users', ids }) as const;
    const { kind } = together;
    this.log.tell({ kind, organizationId, audience: audience(userIds), payload: { ...deleted, messageIds } });
    const older = await this.listeners.lacking(organizationId, this.type, 'bulk_message_deletion', userIds);
    if (older.length === 0) return;
    for (const messageId of messageIds) {
      const payload = { ...deleted, messageId };
      this.log.tell({ kind: single.kind, organizationId, audience: audience(older), payload });
    }
  }
}
