import { Flag, Integer, Integers, Json, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { checkNarrow, narrowSchema, WrittenNarrow } from '../narrows/narrow.parameter';

class FlagOperationRequest {
  @Text({ doc: '`add` or `remove`.', isWord: true })
  op: string;

  @Text({ doc: '`read`, `starred` or `collapsed`.', isWord: true })
  flag: string;
}

export class UpdateFlagsRequest extends FlagOperationRequest {
  @Integers({ doc: 'Message ids.' })
  messages: number[];
}

const IGNORED = {
  type: 'array',
  items: { type: 'integer' },
  required: false,
  description: 'When `read` is removed: channels that were skipped, because one is not subscribed to them.',
} as const;

export class UpdateFlagsResponse {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'Ids of the messages whose flag changed, ascending.',
  })
  messages: number[];

  @ApiProperty(IGNORED)
  ignored_because_not_subscribed_channels?: number[];
}

export class UpdateNarrowFlagsRequest extends FlagOperationRequest {
  @Text({ doc: 'A message id, `newest`, `oldest` or `first_unread`.', isWord: true })
  anchor: string;

  @Flag({ doc: 'Whether the anchor itself belongs to the range.', required: false })
  include_anchor = true;

  @Integer({ doc: 'Messages before the anchor; of many, fewer may be taken.' })
  num_before: number;

  @Integer({ doc: 'Messages after the anchor; of many, fewer may be taken.' })
  num_after: number;

  @Json({
    doc: 'Which messages; all terms must fit.',
    required: false,
    schema: narrowSchema,
    check: checkNarrow,
  })
  narrow: WrittenNarrow = [];
}

const ID_OR_NONE = { type: 'integer', nullable: true } as const;

export class UpdateNarrowFlagsResponse {
  @ApiProperty({ type: 'integer', description: 'Messages in the range.' })
  processed_count: number;

  @ApiProperty({ type: 'integer', description: 'Messages whose flag changed.' })
  updated_count: number;

  @ApiProperty({ ...ID_OR_NONE, description: 'The oldest in the range; null when it is empty.' })
  first_processed_id: number | null;

  @ApiProperty({ ...ID_OR_NONE, description: 'The newest in the range; null when it is empty.' })
  last_processed_id: number | null;

  @ApiProperty({ description: 'The range reaches the oldest message of the narrow.' })
  found_oldest: boolean;

  @ApiProperty({ description: 'The range reaches the newest message of the narrow.' })
  found_newest: boolean;

  @ApiProperty(IGNORED)
  ignored_because_not_subscribed_channels?: number[];
}

export class ReadAllResponse {
  @ApiProperty({ description: 'Always true: it does not take long, however much is unread.' })
  complete: boolean;
}

export class ReadChannelRequest {
  @Integer({ doc: 'A channel.', min: Number.MIN_SAFE_INTEGER })
  stream_id: number;
}

export class ReadTopicRequest extends ReadChannelRequest {
  @Text({ doc: 'The topic.' })
  topic_name: string;
}
