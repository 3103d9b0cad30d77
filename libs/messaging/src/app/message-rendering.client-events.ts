import type { ChannelId, MessageId, OrganizationId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { FlaggedReader, FlagGroups, flagsOf, groupByFlags } from './flag-groups.client-events';

/** A message whose HTML is another one, though its text is not. */
export interface RerenderedMessage {
  readonly id: MessageId;
  readonly channel: { readonly id: ChannelId; readonly name: string } | null;
  readonly content: string;
  readonly html: string;
  /** UNIX seconds. */
  readonly renderedAt: number;
}

interface Payload extends RerenderedMessage {
  readonly flags: FlagGroups;
}

/** What clients are told when a message looks otherwise (reference: realtime-and-push 3, `update_message`). */
@Injectable()
export class MessageRenderingClientEvents implements EventKind<Payload>, OnModuleInit {
  readonly kind = 'message_rendering';
  readonly type = 'update_message';

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this);
  }

  tell(organizationId: OrganizationId, message: RerenderedMessage, readers: readonly FlaggedReader[]): void {
    if (readers.length === 0) return;
    const audience = { to: 'users', ids: readers.map(({ userId }) => userId) } as const;
    this.log.tell({ kind: this.kind, organizationId, audience, payload: { ...message, flags: groupByFlags(readers) } });
  }

  variant(payload: Payload, viewer: QueueViewer): string {
    return flagsOf(payload, viewer).join();
  }

  shape(payload: Payload, viewer: QueueViewer): ClientEvent {
    const { id, channel, content, html, renderedAt } = payload;
    return {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: flagsOf(payload, viewer),
      edit_timestamp: renderedAt,
      ...(channel ? { stream_id: channel.id, stream_name: channel.name } : {}),
      content,
      rendered_content: html,
    };
  }
}
