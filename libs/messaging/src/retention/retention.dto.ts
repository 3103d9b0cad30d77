import { Integer } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

const MOST_DAYS = 100_000;

export class RetentionPreviewRequest {
  @Integer({ doc: 'For how many days messages would be kept.', min: 1, max: MOST_DAYS })
  message_retention_days: number;
}

export class RetentionPreviewResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Messages that would be deleted, in channels without a retention of their own and in direct messages.',
  })
  message_count: number;

  @ApiProperty({ description: 'False: there are more, because the server counts only some of them.' })
  is_exact: boolean;
}
