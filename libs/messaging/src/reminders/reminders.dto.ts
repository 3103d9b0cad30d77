import { Integer, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { LATEST_DELIVERY } from '../scheduling/scheduled-message';

export class CreateReminderRequest {
  @Integer({ doc: 'The message to be reminded of.' })
  message_id: number;

  @Integer({ doc: 'When: UNIX seconds.', min: Number.MIN_SAFE_INTEGER, max: LATEST_DELIVERY })
  scheduled_delivery_timestamp: number;

  @Text({ doc: 'A word to oneself, of at most `max_reminder_note_length` code points.', required: false })
  note = '';
}

export class CreateReminderResponse {
  @ApiProperty({ type: 'integer' })
  reminder_id: number;
}

export class ReminderResponse {
  @ApiProperty({ type: 'integer' })
  reminder_id: number;

  @ApiProperty({ enum: ['private'] })
  type: 'private';

  @ApiProperty({ type: 'array', items: { type: 'integer' }, description: 'The caller.' })
  to: number[];

  @ApiProperty({ description: 'Source text: which message it is, and the note.' })
  content: string;

  @ApiProperty({ description: 'HTML.' })
  rendered_content: string;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  scheduled_delivery_timestamp: number;

  @ApiProperty({ description: 'The caller is not reminded of it any more.' })
  failed: boolean;

  @ApiProperty({ type: 'integer' })
  reminder_target_message_id: number;
}

export class ListRemindersResponse {
  @ApiProperty({ type: [ReminderResponse], description: 'By the time when they are due.' })
  reminders: ReminderResponse[];
}
