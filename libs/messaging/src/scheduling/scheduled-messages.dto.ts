import { Flag, Integer, Json, Text, Word } from '@app/platform';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import { LATEST_DELIVERY, ScheduledMessageKind } from './scheduled-message';

const TYPES = ['direct', 'private', 'channel', 'stream'] as const;
type Type = (typeof TYPES)[number];

export const kindOf = (type: Type): ScheduledMessageKind =>
  type === 'channel' || type === 'stream' ? 'channel' : 'direct';

const ADDRESS: ApiPropertyOptions = {
  oneOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }],
};

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Neither names nor addresses: they may belong to another user when the message is sent. */
function checkAddress(value: unknown): string | null {
  if (Array.isArray(value)) return value.every(isId) ? null : 'Recipient list may only contain user IDs';
  return isId(value) ? null : 'Invalid data type for recipients';
}

export class CreateScheduledMessageRequest {
  @Word({ doc: 'Whether it goes to a channel or to users.', oneOf: TYPES })
  type: Type;

  @Json({ doc: 'The id of a channel, or a list of user ids.', schema: ADDRESS, check: checkAddress })
  to: number | number[];

  @Text({ doc: 'Source text; what is longer than `max_message_length` is cut.', unchecked: true })
  content: string;

  @Text({ doc: 'Topic of a channel message.', required: false, aliases: ['subject'], unchecked: true })
  topic?: string;

  @Integer({ doc: 'When it is to be sent: UNIX seconds.', min: Number.MIN_SAFE_INTEGER, max: LATEST_DELIVERY })
  scheduled_delivery_timestamp: number;

  @Flag({ doc: 'The sender has read it; default: when the client is a program in which users type.', required: false })
  read_by_sender?: boolean;
}

export class CreateScheduledMessageResponse {
  @ApiProperty({ type: 'integer', description: 'Another id than that of the message which it becomes.' })
  scheduled_message_id: number;
}

export class EditScheduledMessageRequest {
  @Word({ doc: 'Whether it goes to a channel or to users; with `to`.', oneOf: TYPES, required: false })
  type?: Type;

  @Json({
    doc: 'The id of a channel, or a list of user ids.',
    schema: ADDRESS,
    check: checkAddress,
    required: false,
  })
  to?: number | number[];

  @Text({ doc: 'Source text; what is longer than `max_message_length` is cut.', required: false, unchecked: true })
  content?: string;

  @Text({
    doc: 'Topic of a channel message; needed where `type` makes it one.',
    required: false,
    aliases: ['subject'],
    unchecked: true,
  })
  topic?: string;

  @Integer({
    doc: 'When it is to be sent: UNIX seconds; needed for one that could not be sent.',
    required: false,
    min: Number.MIN_SAFE_INTEGER,
    max: LATEST_DELIVERY,
  })
  scheduled_delivery_timestamp?: number;
}

export class ScheduledMessageResponse {
  @ApiProperty({ type: 'integer' })
  scheduled_message_id: number;

  @ApiProperty({ enum: ['stream', 'private'] })
  type: 'stream' | 'private';

  @ApiProperty({ ...ADDRESS, description: 'The channel, or the others in the conversation.' })
  to: number | number[];

  @ApiProperty({ required: false, description: 'Of channel messages.' })
  topic?: string;

  @ApiProperty()
  content: string;

  @ApiProperty({ description: 'HTML.' })
  rendered_content: string;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  scheduled_delivery_timestamp: number;

  @ApiProperty({ description: 'It could not be sent, and is not tried again until it is given another time.' })
  failed: boolean;
}

export class ListScheduledMessagesResponse {
  @ApiProperty({ type: [ScheduledMessageResponse], description: 'By the time when they are due.' })
  scheduled_messages: ScheduledMessageResponse[];
}
