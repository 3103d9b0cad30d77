import { Integer, Text } from '@app/platform';
import { MAX_MESSAGE_LENGTH } from '../content';

export class AddSubmessageRequest {
  @Integer({ doc: 'The message that is the widget.' })
  message_id: number;

  @Text({ doc: 'Type of the submessage: `widget`.', minLength: 1, maxLength: 60 })
  msg_type: string;

  @Text({ doc: 'JSON as text: what is done with the widget.', maxLength: MAX_MESSAGE_LENGTH })
  content: string;
}
