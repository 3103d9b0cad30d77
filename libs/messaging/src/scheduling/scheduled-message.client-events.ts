import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { addressees, ScheduledMessage } from './scheduled-message';
import { ScheduledMessageRepository } from './scheduled-message.repository';

/** A scheduled message as clients receive it (docs/protocol/scheduled.md). */
export interface ScheduledMessageObject {
  scheduled_message_id: number;
  type: 'stream' | 'private';
  to: number | number[];
  topic?: string;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
}

type Payload =
  | { readonly op: 'add'; readonly scheduled_messages: readonly ScheduledMessageObject[] }
  | { readonly op: 'update'; readonly scheduled_message: ScheduledMessageObject }
  | { readonly op: 'remove'; readonly scheduled_message_id: number };

type Owned = Pick<ScheduledMessage, 'id' | 'organizationId' | 'senderId'>;

const changed: EventKind<Payload> = {
  kind: 'scheduled_messages',
  type: 'scheduled_messages',
  variant: () => '',
  shape: (payload) => ({ type: 'scheduled_messages', ...payload }),
};

export const scheduledMessageObject = (message: ScheduledMessage): ScheduledMessageObject => ({
  scheduled_message_id: message.id,
  type: message.channelId === null ? 'private' : 'stream',
  to: message.channelId ?? [...addressees(message)],
  ...(message.channelId === null ? {} : { topic: message.topic }),
  content: message.content,
  rendered_content: message.html,
  scheduled_delivery_timestamp: message.deliverAt,
  failed: message.failure !== null,
});

/** Client events and snapshot of scheduled messages. Only the author's own clients receive them. */
@Injectable()
export class ScheduledMessageClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['scheduled_messages'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: ScheduledMessageRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { scheduled_messages: (await this.rows.listOwn(actor.userId)).map(scheduledMessageObject) };
  }

  readForSpectator(): Record<string, unknown> {
    return { scheduled_messages: [] };
  }

  tellAdded(message: ScheduledMessage): void {
    this.tell(message, { op: 'add', scheduled_messages: [scheduledMessageObject(message)] });
  }

  tellUpdated(message: ScheduledMessage): void {
    this.tell(message, { op: 'update', scheduled_message: scheduledMessageObject(message) });
  }

  /** The message was removed or sent. */
  tellRemoved(message: Owned): void {
    this.tell(message, { op: 'remove', scheduled_message_id: message.id });
  }

  private tell({ organizationId, senderId }: { organizationId: OrganizationId; senderId: UserId }, payload: Payload) {
    this.log.tell({ kind: changed.kind, organizationId, audience: { to: 'users', ids: [senderId] }, payload });
  }
}
