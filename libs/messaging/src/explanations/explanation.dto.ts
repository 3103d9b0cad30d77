import { Integer, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ACTIONS, CHANNEL_QUESTIONS, GROUP_QUESTIONS, ORGANIZATION_QUESTIONS, USER_QUESTIONS } from './action';

export class ExplanationRequest {
  @Integer({ doc: 'The user who wants to do it, deactivated ones and bots included.' })
  user_id: number;

  @Word({
    doc:
      `What the user wants to do. With \`channel_id\`: ${CHANNEL_QUESTIONS.join(', ')}. ` +
      `With \`group_id\`: ${GROUP_QUESTIONS.join(', ')}. With \`other_user_id\`: ${USER_QUESTIONS.join(', ')}. ` +
      `With none of them: ${ORGANIZATION_QUESTIONS.join(', ')}.`,
    oneOf: ACTIONS,
  })
  action: string;

  @Integer({ doc: 'The channel that it is done with.', required: false })
  channel_id: number | null = null;

  @Integer({ doc: 'The user group that it is done with.', required: false })
  group_id: number | null = null;

  @Integer({ doc: 'The user whom it is done with.', required: false })
  other_user_id: number | null = null;
}

export class ExplanationDetail {
  @ApiProperty({
    description:
      'What the sentence says: `in_setting`, `not_in_setting`, `one_in_setting`, `none_in_setting`, `time_limit`, or a ' +
      'phrase of `reasons` in lower case with `_` between the words, without its values.',
  })
  code: string;

  @ApiProperty({ required: false, description: 'The role of the user.' })
  role?: string;

  @ApiProperty({ required: false, description: 'The name of a setting.' })
  setting?: string;

  @ApiProperty({ required: false, enum: ['organization', 'channel', 'group'], description: 'What has the setting.' })
  of?: string;

  @ApiProperty({
    required: false,
    type: [String],
    description: 'Names of groups: the way to the user (`in_setting`), or what the setting contains.',
  })
  groups?: string[];

  @ApiProperty({ required: false, type: [Number], description: 'Ids of users whom the setting contains.' })
  users?: number[];

  @ApiProperty({ required: false, description: 'Seconds after sending.' })
  seconds?: number;

  @ApiProperty({ required: false, description: '`true`: concerns the owner of the bot.' })
  of_bot_owner?: boolean;
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

  @ApiProperty({
    type: [ExplanationDetail],
    description: 'The same reasons in parts, from which clients make sentences in the language of the reader.',
  })
  details: ExplanationDetail[];
}
