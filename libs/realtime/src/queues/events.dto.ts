import { Flag, Integer, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class GetEventsRequest {
  @Text({ doc: 'The queue, as POST /register named it.', maxLength: 100 })
  queue_id: string;

  @Integer({ doc: 'The highest event id that the client has; everything up to it is acknowledged.', min: -1 })
  last_event_id: number;

  @Flag({ doc: 'Answer at once, also when there is nothing.', required: false })
  dont_block = false;
}

export class GetEventsResponse {
  @ApiProperty({
    description: 'Events with ascending `id`; never empty unless `dont_block`.',
    type: 'array',
    items: {
      type: 'object',
      required: ['id', 'type'],
      properties: { id: { type: 'integer' }, type: { type: 'string' } },
    },
  })
  events: object[];

  @ApiProperty()
  queue_id: string;
}

export class DeleteQueueRequest {
  @Text({ doc: 'The queue to give back.', maxLength: 100 })
  queue_id: string;
}
