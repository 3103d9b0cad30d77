import { Integer } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

const MAX_DAYS = 100_000;

export class RetentionPreviewRequest {
  @Integer({ doc: 'For how many days messages would be kept.', min: 1, max: MAX_DAYS })
  message_retention_days: number;

  @Integer({
    doc: 'The channel that would have this retention of its own. Absent: the organization would have it.',
    required: false,
  })
  channel_id: number | null = null;
}

export class RetentionPreviewResponse {
  @ApiProperty({
    type: 'integer',
    description:
      'Messages that would be deleted: of the channel, or of channels without a retention of their own and in direct ' +
      'messages.',
  })
  message_count: number;

  @ApiProperty({ description: 'False: there are more, because the server counts only some of them.' })
  is_exact: boolean;
}
