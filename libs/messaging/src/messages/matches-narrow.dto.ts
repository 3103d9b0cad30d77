import { Integers, Json } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { checkNarrow, narrowSchema } from '../narrows/narrow.parameter';
import type { WrittenNarrow } from '../narrows/narrow.parameter';

export class MatchesNarrowRequest {
  @Integers({ doc: 'Message ids; 5000 at most. Ids of no message are ignored.', min: Number.MIN_SAFE_INTEGER })
  msg_ids: number[];

  @Json({ doc: 'Which messages; all terms must fit.', schema: narrowSchema, check: checkNarrow })
  narrow: WrittenNarrow;
}

export interface MatchedMessage {
  match_content: string;
  match_subject: string;
}

export class MatchesNarrowResponse {
  @ApiProperty({
    type: 'object',
    description: 'By message id; what does not fit is absent.',
    additionalProperties: {
      type: 'object',
      required: ['match_content', 'match_subject'],
      properties: {
        match_content: { type: 'string', description: 'HTML, with what was searched for highlighted.' },
        match_subject: { type: 'string', description: 'The topic as HTML, likewise.' },
      },
    },
  })
  messages: Record<string, MatchedMessage>;
}
