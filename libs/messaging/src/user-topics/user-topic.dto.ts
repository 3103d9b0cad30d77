import { Integer, Text, Word } from '@app/platform';
import { IsIn } from 'class-validator';
import { MAX_TOPIC_LENGTH } from '../topics/topic';
import { VISIBILITY, Visibility } from './user-topic';

export class SetUserTopicRequest {
  @Integer({ doc: 'The channel.' })
  stream_id: number;

  @Text({ doc: 'The topic; there need not be a message in it.', maxLength: MAX_TOPIC_LENGTH })
  topic: string;

  @Integer({ doc: '0 as the channel, 1 muted, 2 unmuted, 3 followed.', min: Number.MIN_SAFE_INTEGER })
  @IsIn(Object.values(VISIBILITY), { message: 'Invalid $V: Value error, Not in the list of possible values' })
  visibility_policy: Visibility;
}

export class MuteTopicRequest {
  @Integer({ doc: 'The channel; or `stream`.', required: false })
  stream_id?: number;

  @Text({ doc: 'Name of the channel, in any case; or `stream_id`.', required: false })
  stream?: string;

  @Text({ doc: 'The topic; there need not be a message in it.', maxLength: MAX_TOPIC_LENGTH })
  topic: string;

  @Word({ doc: '`add` mutes, `remove` takes it back.', oneOf: ['add', 'remove'] })
  op: 'add' | 'remove';
}
