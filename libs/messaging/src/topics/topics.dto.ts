import { Flag } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class ListTopicsRequest {
  @Flag({ doc: 'The empty topic by its name, which is empty; otherwise as clients show it.', required: false })
  allow_empty_topic_name = false;
}

class TopicEntry {
  @ApiProperty() name: string;
  @ApiProperty({ type: 'integer', description: 'The newest message in it' }) max_id: number;
}

export class ListTopicsResponse {
  @ApiProperty({ type: [TopicEntry], description: 'Newest first' }) topics: TopicEntry[];
}
