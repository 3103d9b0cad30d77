import { EMPTY_TOPIC_NAME } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import { Actor, CurrentActor, Heavy, Operation, Parameters, ReplicaReads } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { attachmentObject } from '../attachments/attachment.client-events';
import { MessageEdits } from './message-edits.service';
import { MessageHistories, MessageHistory } from './message-histories.service';
import type { Version } from '../records/edit-history';
import { htmlDifference } from './html-difference';
import {
  EditMessageRequest,
  EditMessageResponse,
  MessageHistoryEntry,
  MessageHistoryRequest,
  MessageHistoryResponse,
} from './message-edits.dto';
import { messageIdIn } from '../records/message-id.parameter';

@Controller('api/v1')
export class MessageEditsController {
  constructor(
    private readonly edits: MessageEdits,
    private readonly histories: MessageHistories,
    private readonly reads: ReplicaReads,
  ) {}

  @Operation('PATCH', 'messages/:id', {
    summary: 'Change what a message says, or move it to another topic or channel',
    section: 'docs/protocol/edits.md',
    tag: 'messages',
    request: EditMessageRequest,
    response: EditMessageResponse,
    errors: [
      'EXPECTATION_MISMATCH',
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    ],
  })
  async edit(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Parameters() request: EditMessageRequest,
  ): Promise<EditMessageResponse> {
    const detached = await this.edits.edit(actor, messageIdIn(id), {
      content: request.content ?? null,
      topic: request.topic ?? null,
      channelId: (request.stream_id as ChannelId | undefined) ?? null,
      propagateMode: request.propagate_mode,
      tellsOldThread: request.send_notification_to_old_thread,
      tellsNewThread: request.send_notification_to_new_thread,
      expectedSha256: request.prev_content_sha256 ?? null,
    });
    return { detached_uploads: detached.map(attachmentObject) };
  }

  @Heavy()
  @Operation('GET', 'messages/:id/history', {
    summary: 'What a message was, from when it was sent until now',
    section: 'docs/protocol/edits.md',
    tag: 'messages',
    request: MessageHistoryRequest,
    response: MessageHistoryResponse,
  })
  async history(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Parameters() { allow_empty_topic_name }: MessageHistoryRequest,
  ): Promise<MessageHistoryResponse> {
    const history = await this.reads.run(actor, () => this.histories.of(actor, messageIdIn(id)));
    const shown = (topic: string): string =>
      topic === '' && !history.isDirect && !allow_empty_topic_name ? EMPTY_TOPIC_NAME : topic;
    return { message_history: history.versions.map((version) => entryOf(version, history, shown)) };
  }
}

function entryOf(
  { topic, content, html, at, userId, edit }: Version,
  { visibility }: MessageHistory,
  shown: (topic: string) => string,
): MessageHistoryEntry {
  const text = visibility === 'all' ? { content, rendered_content: html } : {};
  const entry = { topic: shown(topic), ...text, timestamp: at, user_id: userId };
  if (!edit) return entry;
  const { prevContent, prevHtml, prevTopic, prevChannelId, channelId } = edit;
  return {
    ...entry,
    ...(prevTopic === undefined ? {} : { prev_topic: shown(prevTopic) }),
    ...(prevChannelId === undefined ? {} : { prev_stream: prevChannelId, stream: channelId }),
    ...(prevContent === undefined
      ? {}
      : {
          prev_content: prevContent,
          prev_rendered_content: prevHtml,
          content_html_diff: htmlDifference(prevHtml!, html),
        }),
  };
}
