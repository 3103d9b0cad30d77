import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { ClientEvent, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { PropagateMode } from '../domain/message-edit';
import { FlaggedReader, FlagGroups, flagsOf, groupByFlags } from './flag-groups.client-events';

/** A message that somebody has changed, and what went with it. */
export interface UpdatedMessage {
  readonly id: MessageId;
  readonly editorId: UserId;
  /** UNIX seconds. */
  readonly editedAt: number;
  /** Where it was before; null: a direct message. */
  readonly channel: { readonly id: ChannelId; readonly name: string } | null;
  /** Null: it says what it said. */
  readonly text: {
    readonly before: string;
    readonly htmlBefore: string;
    readonly content: string;
    readonly html: string;
    readonly isMeMessage: boolean;
  } | null;
  /** Null: it is where it was. */
  readonly move: {
    readonly propagateMode: PropagateMode;
    readonly topicBefore: string;
    /** Null: the same. */
    readonly topic: { readonly name: string; readonly links: readonly { text: string; url: string }[] } | null;
    /** Null: the same. */
    readonly channelId: ChannelId | null;
  } | null;
  readonly emptyTopicName: string;
}

/** Users who are told of the same of the messages that changed together. */
interface View {
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
  readonly userIds: readonly UserId[];
}

interface Payload extends UpdatedMessage {
  readonly views: readonly View[];
  /** Of each for the first message that he is told of, or for the named one if it is among them. */
  readonly flags: FlagGroups;
}

/** What clients are told of edits and moves (reference: messaging 7, "update_message event"). */
@Injectable()
export class MessageUpdateClientEvents implements EventKind<Payload>, OnModuleInit {
  readonly kind = 'message_update';
  readonly type = 'update_message';

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this);
  }

  tell(
    organizationId: OrganizationId,
    message: UpdatedMessage,
    views: readonly View[],
    readers: readonly FlaggedReader[],
  ): void {
    const ids = views.flatMap(({ userIds }) => userIds);
    if (ids.length === 0) return;
    const payload = { ...message, views, flags: groupByFlags(readers) };
    this.log.tell({ kind: this.kind, organizationId, audience: { to: 'users', ids }, payload });
  }

  variant(payload: Payload, viewer: QueueViewer): string {
    const view = payload.views.findIndex(({ userIds }) => userIds.includes(viewer.userId));
    return `${view} ${viewer.options.capabilities.empty_topic_name} ${flagsOf(payload, viewer).join()}`;
  }

  shape(payload: Payload, viewer: QueueViewer): ClientEvent | null {
    const view = payload.views.find(({ userIds }) => userIds.includes(viewer.userId));
    if (!view) return null;
    const { id, editorId, editedAt, channel, text, move } = payload;
    const isNamed = view.messageIds.includes(id);
    return {
      type: 'update_message',
      user_id: editorId,
      rendering_only: false,
      message_id: namedIn(view, id),
      message_ids: view.messageIds,
      flags: flagsOf(payload, viewer),
      edit_timestamp: editedAt,
      ...(channel ? { stream_id: channel.id, stream_name: channel.name } : {}),
      ...(text && isNamed ? textFields(text) : {}),
      ...(move ? moveFields(move, topicNamer(payload, viewer)) : {}),
    };
  }
}

/** Which of the messages an event names: the one that the request named, where the user is told of it. */
export const namedIn = ({ messageIds }: Pick<View, 'messageIds'>, id: MessageId): MessageId =>
  messageIds.includes(id) ? id : messageIds[0];

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
  ({ emptyTopicName }: Payload, { options }: QueueViewer) =>
  (topic: string): string =>
    topic === '' && !options.capabilities.empty_topic_name ? emptyTopicName : topic;
