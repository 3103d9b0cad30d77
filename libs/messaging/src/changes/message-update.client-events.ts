import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
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
import type { PropagateMode } from './message-edit';
import { FlagGroups, flagsOf } from '../audiences/flag-groups.client-events';
import { ReaderFlags } from '../audiences/reader-flags.service';

/** A changed message, with the other messages of the change. */
export interface UpdatedMessage {
  readonly id: MessageId;
  readonly editorId: UserId;
  /** UNIX seconds. */
  readonly editedAt: number;
  /** The place before the change; `null`: a direct message. */
  readonly channel: { readonly id: ChannelId; readonly name: string } | null;
  /** `null`: the text is unchanged. */
  readonly text: {
    readonly before: string;
    readonly htmlBefore: string;
    readonly content: string;
    readonly html: string;
    readonly isMeMessage: boolean;
  } | null;
  /** `null`: the place is unchanged. */
  readonly move: {
    readonly propagateMode: PropagateMode;
    readonly topicBefore: string;
    /** `null`: unchanged. */
    readonly topic: { readonly name: string; readonly links: readonly { text: string; url: string }[] } | null;
    /** `null`: unchanged. */
    readonly channelId: ChannelId | null;
  } | null;
  readonly emptyTopicName: string;
}

interface Payload extends UpdatedMessage {
  /** All changed messages, ascending. A reader may be told of some of them. */
  readonly messageIds: readonly MessageId[];
}

/** The flags of the message that an event names. */
type Flags = readonly string[];

/** Client events of edits and moves (docs/protocol/edits.md). */
@Injectable()
export class MessageUpdateClientEvents implements EventKind<Payload, Flags>, OnModuleInit {
  readonly kind = 'message_changed';
  readonly type = 'update_message';
  readonly lookup: ViewerLookup<Payload, Flags> = {
    isNeeded: () => true,
    read: (asked) =>
      this.flags.of(asked, (payload, audience, userId) => namedIn(this.idsFor(payload, audience, userId), payload.id)),
  };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly flags: ReaderFlags,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this, formerUpdate);
  }

  /** `audience` `null`: no user has the messages. */
  tell(
    organizationId: OrganizationId,
    audience: Audience | null,
    messageIds: readonly MessageId[],
    message: UpdatedMessage,
  ): void {
    if (audience) this.log.tell({ kind: this.kind, organizationId, audience, payload: { ...message, messageIds } });
  }

  variant(payload: Payload, viewer: QueueViewer, { audience, known = [] }: ShapeContext<Flags>): string {
    const ids = this.idsFor(payload, audience, viewer.userId);
    const told = ids === payload.messageIds ? 'all' : ids.join();
    return `${told} ${viewer.options.capabilities.empty_topic_name} ${known.join()}`;
  }

  shape(payload: Payload, viewer: QueueViewer, { audience, known = [] }: ShapeContext<Flags>): ClientEvent | null {
    return updateEvent(payload, viewer, this.idsFor(payload, audience, viewer.userId), known);
  }

  private idsFor({ messageIds }: Payload, audience: Audience, userId: UserId): readonly MessageId[] {
    return this.flags.idsFor(audience, messageIds, userId);
  }
}

/** The payload of nodes of the previous version, which contains the users and their flags. */
interface FormerPayload extends UpdatedMessage {
  readonly views: readonly { readonly messageIds: readonly MessageId[]; readonly userIds: readonly UserId[] }[];
  readonly flags: FlagGroups;
}

const formerUpdate: EventKind<FormerPayload> = {
  kind: 'message_update',
  type: 'update_message',
  variant(payload, viewer) {
    const view = payload.views.findIndex(({ userIds }) => userIds.includes(viewer.userId));
    return `${view} ${viewer.options.capabilities.empty_topic_name} ${flagsOf(payload, viewer).join()}`;
  },
  shape(payload, viewer) {
    const view = payload.views.find(({ userIds }) => userIds.includes(viewer.userId));
    return view ? updateEvent(payload, viewer, view.messageIds, flagsOf(payload, viewer)) : null;
  },
};

function updateEvent(
  payload: UpdatedMessage,
  viewer: QueueViewer,
  messageIds: readonly MessageId[],
  flags: Flags,
): ClientEvent | null {
  if (messageIds.length === 0) return null;
  const { id, editorId, editedAt, channel, text, move } = payload;
  return {
    type: 'update_message',
    user_id: editorId,
    rendering_only: false,
    message_id: namedIn(messageIds, id),
    message_ids: messageIds,
    flags,
    edit_timestamp: editedAt,
    ...(channel ? { stream_id: channel.id, stream_name: channel.name } : {}),
    ...(text && messageIds.includes(id) ? textFields(text) : {}),
    ...(move ? moveFields(move, topicNamer(payload, viewer)) : {}),
  };
}

/** The message that an event names: the one of the request, if the user is told of it. */
const namedIn = (messageIds: readonly MessageId[], id: MessageId): MessageId =>
  messageIds.includes(id) ? id : (messageIds[0] ?? id);

const textFields = ({ before, htmlBefore, content, html, isMeMessage }: NonNullable<UpdatedMessage['text']>) => ({
  orig_content: before,
  orig_rendered_content: htmlBefore,
  content,
  rendered_content: html,
  is_me_message: isMeMessage,
});

const moveFields = (
  { propagateMode, topicBefore, topic, channelId }: NonNullable<UpdatedMessage['move']>,
  shown: (topic: string) => string,
) => ({
  propagate_mode: propagateMode,
  orig_subject: shown(topicBefore),
  ...(topic ? { subject: shown(topic.name), topic_links: topic.links } : {}),
  ...(channelId === null ? {} : { new_stream_id: channelId }),
});

const topicNamer =
  ({ emptyTopicName }: UpdatedMessage, { options }: QueueViewer) =>
  (topic: string): string =>
    topic === '' && !options.capabilities.empty_topic_name ? emptyTopicName : topic;
