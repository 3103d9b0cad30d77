import { Texts } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class AlertWordsRequest {
  @Texts({ doc: 'Words, each of at most 100 characters; case does not matter.' })
  alert_words: string[];
}

export class AlertWordsResponse {
  @ApiProperty({ type: [String], description: 'All of them, in the order in which they were added.' })
  alert_words: string[];
}
