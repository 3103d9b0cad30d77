import { Flag, Integer, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { PROPAGATE_MODES, PropagateMode } from '../changes/message-edit';
import { AttachmentResponse } from '../attachments/attachments.dto';

export class EditMessageRequest {
  @Text({ doc: 'Another source text; white space alone stands for a deleted one.', required: false, unchecked: true })
  content?: string;

  @Text({ doc: 'Another topic.', required: false, aliases: ['subject'], unchecked: true })
  topic?: string;

  @Integer({ doc: 'Another channel.', required: false })
  stream_id?: number;

  @Word({
    doc: 'Which messages of the topic move with it: none, those sent after it, all.',
    oneOf: PROPAGATE_MODES,
    required: false,
  })
  propagate_mode: PropagateMode = 'change_one';

  @Flag({ doc: 'The notification bot says in the old topic where the messages went.', required: false })
  send_notification_to_old_thread = false;

  @Flag({ doc: 'The notification bot says in the new topic where the messages came from.', required: false })
  send_notification_to_new_thread = true;

  @Text({ doc: 'SHA-256 of the text that the client knows, in hexadecimal digits.', required: false })
  prev_content_sha256?: string;
}

export class EditMessageResponse {
  @ApiProperty({ type: [AttachmentResponse], description: 'Files of the caller that nothing links any more.' })
  detached_uploads: AttachmentResponse[];
}

export class MessageHistoryRequest {
  @Flag({ doc: 'Leave the empty topic empty instead of giving it a name.', required: false })
  allow_empty_topic_name = false;
}

export class MessageHistoryEntry {
  @ApiProperty({ description: 'Empty for direct messages.' })
  topic: string;

  @ApiProperty({ required: false, description: 'Source text; absent where only moves are shown.' })
  content?: string;

  @ApiProperty({ required: false, description: 'HTML; absent where only moves are shown.' })
  rendered_content?: string;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  timestamp: number;

  @ApiProperty({ type: 'integer', nullable: true })
  user_id: number | null;

  @ApiProperty({ required: false })
  prev_topic?: string;

  @ApiProperty({ type: 'integer', required: false })
  prev_stream?: number;

  @ApiProperty({ type: 'integer', required: false })
  stream?: number;

  @ApiProperty({ required: false })
  prev_content?: string;

  @ApiProperty({ required: false })
  prev_rendered_content?: string;

  @ApiProperty({ required: false, description: 'The new HTML with what is new and what is gone marked.' })
  content_html_diff?: string;
}

export class MessageHistoryResponse {
  @ApiProperty({ type: [MessageHistoryEntry], description: 'Oldest first; the first is the message as it was sent.' })
  message_history: MessageHistoryEntry[];
}
