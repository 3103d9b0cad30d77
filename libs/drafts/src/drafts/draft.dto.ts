import { Integers, Json, Nested, Objects, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { DraftObject } from './drafts.client-events';

const TYPES = ['', 'private', 'stream'] as const;
/** The end of the year 9999, in UNIX seconds. */
const LATEST = 253_402_300_799;

const checkTimestamp = (value: unknown): string | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '$V is not a time';
  if (value < 0) return 'Timestamp must not be negative.';
  return value > LATEST ? '$V is too large' : null;
};

/** The draft object as clients send it (docs/protocol/drafts.md). */
export class WrittenDraftDto {
  @Word({ doc: 'What the draft is addressed to: a channel, users, or nothing yet (empty).', oneOf: TYPES })
  type: (typeof TYPES)[number];

  @Integers({ doc: 'The id of one channel, or those of users.' })
  to: number[];

  @Text({ doc: 'Of a draft for a channel; cut at `max_topic_length`.', unchecked: true })
  topic: string;

  @Text({ doc: 'The text; cut at `max_message_length`.', unchecked: true })
  content: string;

  @Json({
    doc: 'When the draft was last edited, in UNIX seconds; default: now.',
    required: false,
    schema: { type: 'number', minimum: 0, maximum: LATEST },
    check: checkTimestamp,
  })
  timestamp?: number;
}

export class DraftDto implements DraftObject {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ enum: TYPES }) type: (typeof TYPES)[number];
  @ApiProperty({ type: 'array', items: { type: 'integer' } }) to: readonly number[];
  @ApiProperty() topic: string;
  @ApiProperty() content: string;
  @ApiProperty({ type: 'integer', description: 'UNIX seconds of the last edit' }) timestamp: number;
}

export class ListDraftsResponse {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ type: [DraftDto], description: 'By their last edit, oldest first' }) drafts: DraftDto[];
}

export class CreateDraftsRequest {
  @Objects(() => WrittenDraftDto, { doc: 'The new drafts: all of them are saved, or none.', required: false })
  drafts: WrittenDraftDto[] = [];
}

export class CreateDraftsResponse {
  @ApiProperty({ type: 'array', items: { type: 'integer' }, description: 'In the order of the request' })
  ids: number[];
}

export class EditDraftRequest {
  @Nested(() => WrittenDraftDto, { doc: 'What takes the place of the draft.' })
  draft: WrittenDraftDto;
}
