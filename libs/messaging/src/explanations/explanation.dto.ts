import { Integer, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ACTIONS, CHANNEL_QUESTIONS, GROUP_QUESTIONS, ORGANIZATION_QUESTIONS } from './action';

export class ExplanationRequest {
  @Integer({ doc: 'The user who wants to do it, deactivated ones and bots included.' })
  user_id: number;

  @Word({
    doc:
      `What the user wants to do. With \`channel_id\`: ${CHANNEL_QUESTIONS.join(', ')}. ` +
      `With \`group_id\`: ${GROUP_QUESTIONS.join(', ')}. With neither: ${ORGANIZATION_QUESTIONS.join(', ')}.`,
    oneOf: ACTIONS,
  })
  action: string;

  @Integer({ doc: 'The channel that it is done with.', required: false })
  channel_id: number | null = null;

  @Integer({ doc: 'The user group that it is done with.', required: false })
  group_id: number | null = null;
}

export class ExplanationResponse {
  @ApiProperty({ description: 'What the server would answer the user now.' })
  allowed: boolean;

  @ApiProperty({
    type: [String],
    description:
      'Short English phrases: the role, the setting and the groups through which it holds, the privacy of the ' +
      'channel, the subscription. If it is refused, all that is missing.',
  })
  reasons: string[];
}
