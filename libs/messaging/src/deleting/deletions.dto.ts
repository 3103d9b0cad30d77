import { Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class DeleteTopicRequest {
  @Text({ doc: 'The topic, in any case; the empty one also by the name that clients show for it.' })
  topic_name: string;
}

export class DeleteTopicResponse {
  @ApiProperty({ description: 'False: there was not enough time for all of it; to be asked again.' })
  complete: boolean;
}
