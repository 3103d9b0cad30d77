import { Flag, Json, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

/** 20,000 ids. */
const MAX_RECIPIENTS_LENGTH = 400_000;
const MAX_WIDGET_LENGTH = 10_000;

function checkWidget(value: unknown): string | null {
  if (typeof value !== 'object' || Array.isArray(value)) return '$V is not a dict';
  return JSON.stringify(value).length > MAX_WIDGET_LENGTH ? '$V is too long' : null;
}

export class SendMessageRequest {
  @Word({ doc: 'Whether it goes to a channel or to users.', oneOf: ['direct', 'private', 'channel', 'stream'] })
  type: 'direct' | 'private' | 'channel' | 'stream';

  @Text({
    doc: 'A channel by id or name, or users by ids or addresses: raw, as JSON, or as a JSON list.',
    required: false,
    maxLength: MAX_RECIPIENTS_LENGTH,
  })
  to = '';

  @Text({ doc: 'Source text; what is longer than `max_message_length` is cut.', unchecked: true })
  content: string;

  @Text({ doc: 'Topic of a channel message.', required: false, aliases: ['subject'], unchecked: true })
  topic?: string;

  @Text({ doc: 'The queue that the client waits with; together with `local_id`.', required: false, maxLength: 100 })
  queue_id?: string;

  @Text({ doc: "The client's own name for the message, told to that queue alone.", required: false, maxLength: 100 })
  local_id?: string;

  @Json({
    doc: 'What the message is besides its text, an object with `widget_type` and `extra_data`: for programs.',
    required: false,
    schema: { type: 'object', additionalProperties: true },
    check: checkWidget,
  })
  widget_content?: object;

  @Flag({ doc: 'The sender has read it; default: when the client is a program in which users type.', required: false })
  read_by_sender?: boolean;
}

export class SendMessageResponse {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({
    type: 'integer',
    enum: [2, 3],
    required: false,
    description: 'Only when sending made the topic unmuted (2) or followed (3) for the sender.',
  })
  automatic_new_visibility_policy?: number;
}
