import type { ChannelId, MessageId, OrganizationId } from '@app/kernel';
import {
  Audience,
  ClientEvent,
  EventKind,
  EventLog,
  QueueViewer,
  Registry,
  ShapeContext,
  ViewerLookup,
} from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { FlagGroups, flagsOf } from '../audiences/flag-groups.client-events';
import { ReaderFlags } from '../audiences/reader-flags.service';

/** A message with new HTML and the same text. */
export interface RerenderedMessage {
  readonly id: MessageId;
  readonly channel: { readonly id: ChannelId; readonly name: string } | null;
  readonly content: string;
  readonly html: string;
  /** UNIX seconds. */
  readonly renderedAt: number;
}

type Flags = readonly string[];

/** Tells clients that the HTML of a message changed (docs/protocol/events.md, `update_message`). */
@Injectable()
export class MessageRenderingClientEvents implements EventKind<RerenderedMessage, Flags>, OnModuleInit {
  readonly kind = 'message_rendered';
  readonly type = 'update_message';
  readonly lookup: ViewerLookup<RerenderedMessage, Flags> = {
    isNeeded: () => true,
    read: (asked) => this.flags.of(asked, ({ id }) => id),
  };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly flags: ReaderFlags,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this, formerRendering);
  }

  /** `audience` `null`: no receivers. */
  tell(organizationId: OrganizationId, audience: Audience | null, payload: RerenderedMessage): void {
    if (audience) this.log.tell({ kind: this.kind, organizationId, audience, payload });
  }

  variant(_: RerenderedMessage, __: QueueViewer, { known = [] }: ShapeContext<Flags>): string {
    return known.join();
  }

  shape(payload: RerenderedMessage, _: QueueViewer, { known = [] }: ShapeContext<Flags>): ClientEvent {
    return renderingEvent(payload, known);
  }
}

/** The payload of nodes of the previous version, which contains the flags of the receivers. */
const formerRendering: EventKind<RerenderedMessage & { readonly flags: FlagGroups }> = {
  kind: 'message_rendering',
  type: 'update_message',
  variant: (payload, viewer) => flagsOf(payload, viewer).join(),
  shape: (payload, viewer) => renderingEvent(payload, flagsOf(payload, viewer)),
};

const renderingEvent = ({ id, channel, content, html, renderedAt }: RerenderedMessage, flags: Flags): ClientEvent => ({
  type: 'update_message',
  user_id: null,
  rendering_only: true,
  message_id: id,
  message_ids: [id],
  flags,
  edit_timestamp: renderedAt,
  ...(channel ? { stream_id: channel.id, stream_name: channel.name } : {}),
  content,
  rendered_content: html,
});
