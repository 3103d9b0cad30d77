import { Flag, Integer, Integers, Json, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { MessageObject } from '../message-views/message-object.client-events';
import { checkNarrow, narrowSchema } from '../narrows/narrow.parameter';
import type { WrittenNarrow } from '../narrows/narrow.parameter';

export class GetMessagesRequest {
  @Text({ doc: 'A message id, `newest`, `oldest` or `first_unread`.', required: false })
  anchor?: string;

  @Flag({ doc: 'Whether the anchor itself belongs to the page.', required: false })
  include_anchor = true;

  @Integer({ doc: 'Messages before the anchor.', required: false })
  num_before?: number;

  @Integer({ doc: 'Messages after the anchor.', required: false })
  num_after?: number;

  @Json({
    doc: 'Which messages; all terms must fit.',
    required: false,
    schema: narrowSchema,
    check: checkNarrow,
  })
  narrow: WrittenNarrow = [];

  @Integers({ doc: 'Exactly these messages, instead of an anchor.', required: false })
  message_ids?: number[];

  @Flag({ doc: 'The client computes avatar addresses of the third-party provider itself.', required: false })
  client_gravatar = true;

  @Flag({ doc: 'Content as HTML instead of its source.', required: false })
  apply_markdown = true;

  @Flag({ doc: 'Leave the empty topic empty instead of giving it a name.', required: false })
  allow_empty_topic_name = false;

  @Flag({ doc: 'Older way to say `first_unread`.', required: false })
  use_first_unread_anchor = false;
}

export class GetMessageRequest {
  @Flag({ doc: 'Content as HTML instead of its source.', required: false })
  apply_markdown = true;

  @Flag({ doc: 'Leave the empty topic empty instead of giving it a name.', required: false })
  allow_empty_topic_name = false;
}

const TOPIC_LINK = {
  type: 'object',
  required: ['text', 'url'],
  properties: { text: { type: 'string' }, url: { type: 'string' } },
};
const RECIPIENT = {
  type: 'object',
  required: ['id', 'email', 'full_name', 'is_mirror_dummy'],
  properties: {
    id: { type: 'integer' },
    email: { type: 'string' },
    full_name: { type: 'string' },
    is_mirror_dummy: { type: 'boolean' },
  },
};

const REACTION = {
  type: 'object',
  required: ['emoji_name', 'emoji_code', 'reaction_type', 'user_id'],
  properties: {
    emoji_name: { type: 'string' },
    emoji_code: { type: 'string' },
    reaction_type: { type: 'string', enum: ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] },
    user_id: { type: 'integer' },
  },
};
const SUBMESSAGE = {
  type: 'object',
  required: ['id', 'message_id', 'sender_id', 'msg_type', 'content'],
  properties: {
    id: { type: 'integer' },
    message_id: { type: 'integer' },
    sender_id: { type: 'integer' },
    msg_type: { type: 'string' },
    content: { type: 'string', description: 'JSON as text.' },
  },
};
const EDIT = {
  type: 'object',
  required: ['user_id', 'timestamp'],
  properties: {
    user_id: { type: 'integer', nullable: true },
    timestamp: { type: 'integer', description: 'UNIX seconds.' },
    prev_content: { type: 'string' },
    prev_rendered_content: { type: 'string' },
    prev_topic: { type: 'string' },
    topic: { type: 'string' },
    prev_stream: { type: 'integer' },
    stream: { type: 'integer' },
  },
};

export class MessageResponse implements MessageObject {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer' })
  sender_id: number;

  @ApiProperty()
  sender_email: string;

  @ApiProperty()
  sender_full_name: string;

  @ApiProperty()
  sender_realm_str: string;

  @ApiProperty({ type: String, nullable: true })
  avatar_url: string | null;

  @ApiProperty()
  client: string;

  @ApiProperty()
  content: string;

  @ApiProperty({ enum: ['text/html', 'text/x-markdown'] })
  content_type: 'text/html' | 'text/x-markdown';

  @ApiProperty({ enum: ['stream', 'private'] })
  type: 'stream' | 'private';

  @ApiProperty({ type: 'integer', required: false })
  stream_id?: number;

  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: RECIPIENT }] })
  display_recipient: MessageObject['display_recipient'];

  @ApiProperty({ description: 'The topic; empty for direct messages.' })
  subject: string;

  @ApiProperty({ type: 'integer' })
  recipient_id: number;

  @ApiProperty({ type: 'array', items: TOPIC_LINK })
  topic_links: { text: string; url: string }[];

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  timestamp: number;

  @ApiProperty()
  is_me_message: boolean;

  @ApiProperty({ type: 'array', items: REACTION })
  reactions: MessageObject['reactions'];

  @ApiProperty({ type: 'array', items: SUBMESSAGE })
  submessages: MessageObject['submessages'];

  @ApiProperty({ type: 'integer', required: false, description: 'UNIX seconds; only when its text was changed.' })
  last_edit_timestamp?: number;

  @ApiProperty({ type: 'integer', required: false, description: 'UNIX seconds; only when it was moved.' })
  last_moved_timestamp?: number;

  @ApiProperty({ type: 'array', items: EDIT, required: false, description: 'Newest first.' })
  edit_history?: MessageObject['edit_history'];

  @ApiProperty({ required: false, description: 'HTML with what was searched for marked.' })
  match_content?: string;

  @ApiProperty({ required: false, description: 'The topic as HTML with what was searched for marked.' })
  match_subject?: string;

  @ApiProperty({ type: [String] })
  flags: string[];
}

export class GetMessagesResponse {
  @ApiProperty({ type: [MessageResponse] })
  messages: MessageResponse[];

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'Where the page is anchored; absent with `message_ids`.',
  })
  anchor?: number;

  @ApiProperty()
  found_anchor: boolean;

  @ApiProperty()
  found_oldest: boolean;

  @ApiProperty()
  found_newest: boolean;

  @ApiProperty()
  history_limited: boolean;
}

export class GetMessageResponse {
  @ApiProperty({ type: MessageResponse })
  message: MessageResponse;

  @ApiProperty({ description: 'Source text.', deprecated: true })
  raw_content: string;
}

export class RenderRequest {
  @Text({ doc: 'Source text.' })
  content: string;
}

export class RenderResponse {
  @ApiProperty({ description: 'HTML.' })
  rendered: string;
}
