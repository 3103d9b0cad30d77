import { Integer, Integers, Text, Word } from '@app/platform';

const OPERATIONS = ['start', 'stop'] as const;

export class EditTypingRequest {
  @Word({ doc: 'Whether the user begins or ends.', oneOf: OPERATIONS })
  op: 'start' | 'stop';
}

export class TypingRequest {
  @Word({ doc: 'Whether the user begins or ends.', oneOf: OPERATIONS })
  op: 'start' | 'stop';

  @Word({
    doc: 'What is being written: a direct message or one to a channel.',
    oneOf: ['direct', 'private', 'channel', 'stream'],
    required: false,
  })
  type: 'direct' | 'private' | 'channel' | 'stream' = 'direct';

  @Integers({ doc: 'Direct messages: ids of the recipients, with or without oneself.', required: false })
  to?: number[];

  @Integer({ doc: 'Channel messages: the channel.', required: false })
  stream_id?: number;

  @Text({ doc: 'Channel messages: the topic.', required: false, unchecked: true })
  topic?: string;
}
