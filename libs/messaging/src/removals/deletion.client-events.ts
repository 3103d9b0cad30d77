import type { ChannelId, MessageId, OrganizationId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, QueueViewer, Registry, ShapeContext } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { EventAudience } from '../audiences/message-audiences.service';
import { ReaderFlags } from '../audiences/reader-flags.service';
import { topicNamer } from '../user-topics/user-topic.client-events';

/** The place of the messages; `null`: direct messages. */
export type DeletedPlace = { readonly channelId: ChannelId; readonly topic: string } | null;

interface Deleted {
  readonly place: DeletedPlace;
  readonly emptyTopicName: string;
}

/** All messages of the deletion, ascending. A reader may be told of some of them. */
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

const event = (deleted: Together, viewer: QueueViewer): ClientEvent => ({
  type: 'delete_message',
  message_ids: deleted.messageIds,
  ...placeOf(deleted, viewer),
});

const eventOfOne = (deleted: Single, viewer: QueueViewer): ClientEvent => ({
  type: 'delete_message',
  message_id: deleted.messageId,
  ...placeOf(deleted, viewer),
});

/** The payload of nodes of the previous version, for newer and older clients. */
const formerTogether: EventKind<Together> = {
  kind: 'messages_deleted',
  type: 'delete_message',
  variant,
  shape: (deleted, viewer) => (knowsMany(viewer) ? event(deleted, viewer) : null),
};
const formerSingle: EventKind<Single> = {
  kind: 'message_deleted',
  type: 'delete_message',
  variant,
  shape: (deleted, viewer) => (knowsMany(viewer) ? null : eventOfOne(deleted, viewer)),
};

/**
 * Client events of messages that were deleted, or that some users lost (docs/protocol/edits.md). Older clients receive
 * one event for each message.
 */
@Injectable()
export class DeletionClientEvents implements EventKind<Together>, OnModuleInit {
  readonly kind = 'messages_gone';
  readonly type = 'delete_message';

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly readers: ReaderFlags,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this, formerTogether, formerSingle);
  }

  tell(organizationId: OrganizationId, { messageIds, audience }: EventAudience, deleted: Deleted): void {
    const payload = { ...deleted, messageIds };
    this.log.tell({ kind: this.kind, organizationId, audience, payload, width: messageIds.length });
  }

  variant(deleted: Together, viewer: QueueViewer, { audience }: ShapeContext<unknown>): string {
    const { messageIds } = deleted;
    const told = this.readers.idsFor(audience, messageIds, viewer.userId);
    return `${variant(deleted, viewer)}:${told === messageIds ? 'all' : told.join()}`;
  }

  shape(deleted: Together, viewer: QueueViewer, { audience }: ShapeContext<unknown>): ClientEvent | ClientEvent[] {
    const messageIds = this.readers.idsFor(audience, deleted.messageIds, viewer.userId);
    if (knowsMany(viewer)) return event({ ...deleted, messageIds }, viewer);
    return messageIds.map((messageId) => eventOfOne({ ...deleted, messageId }, viewer));
  }
}
