import { Flag, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { RequestedStatus } from './user-statuses.service';

export class GiveStatusRequest {
  @Text({ doc: 'At most 60 characters; empty: no text any longer.', required: false })
  status_text?: string;

  @Text({ doc: 'Empty: no emoji any longer.', required: false })
  emoji_name?: string;

  @Text({ doc: 'What the name means exactly; absent: found by the name.', required: false })
  emoji_code?: string;

  @Text({
    doc: '`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`; absent: found by the name.',
    isWord: true,
    required: false,
  })
  reaction_type?: string;
}

export class GiveOwnStatusRequest extends GiveStatusRequest {
  @Flag({ doc: 'Older form of the setting `presence_enabled`: its opposite.', required: false })
  away?: boolean;
}

export const statusIn = (request: GiveStatusRequest): Omit<RequestedStatus, 'isAway'> => ({
  text: request.status_text,
  emojiName: request.emoji_name,
  emojiCode: request.emoji_code,
  emojiKind: request.reaction_type,
});

class StatusDto {
  @ApiProperty({ type: Boolean, required: false, description: 'Only where it is so.' })
  away?: true;

  @ApiProperty({ required: false })
  status_text?: string;

  @ApiProperty({ required: false })
  emoji_name?: string;

  @ApiProperty({ required: false })
  emoji_code?: string;

  @ApiProperty({ required: false })
  reaction_type?: string;
}

export class StatusResponse {
  @ApiProperty({ type: StatusDto })
  status: StatusDto;
}
