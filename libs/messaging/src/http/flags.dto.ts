import { Integers, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class UpdateFlagsRequest {
  @Integers({ doc: 'Message ids.' })
  messages: number[];

  @Text({ doc: '`add` or `remove`.', isWord: true })
  op: string;

  @Text({ doc: '`read`, `starred` or `collapsed`.', isWord: true })
  flag: string;
}

export class UpdateFlagsResponse {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'Ids of the messages whose flag changed, ascending.',
  })
  messages: number[];

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    required: false,
    description: 'When `read` is removed: channels that were skipped, because one is not subscribed to them.',
  })
  ignored_because_not_subscribed_channels?: number[];
}
