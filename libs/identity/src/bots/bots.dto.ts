import { Flag, Integer, Json, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ROLE } from '../roles/role';
import { checkRole } from '../user-administration/users.dto';

const FULL_NAME = 'The name that others see, from 2 to 100 characters.';
const SENDING = 'Name of the channel that it writes to when it does not say where; empty: none.';
const EVENTS = 'Name of the channel that its event queues are about; empty: all of its channels.';
const ALL_PUBLIC = 'Its event queues get the messages of all public channels.';

export class CreateBotRequest {
  @Text({ doc: FULL_NAME, maxLength: 1000 })
  full_name: string;

  @Text({ doc: 'The part of its address before `-bot@`.', maxLength: 1000 })
  short_name: string;

  @Integer({ doc: '1 generic, 2 incoming webhook: may do nothing but send.', required: false })
  bot_type = 1;

  @Text({ doc: SENDING, maxLength: 200, required: false })
  default_sending_stream?: string;

  @Text({ doc: EVENTS, maxLength: 200, required: false })
  default_events_register_stream?: string;

  @Flag({ doc: ALL_PUBLIC, required: false })
  default_all_public_streams = false;
}

export class UpdateBotRequest {
  @Text({ doc: FULL_NAME, maxLength: 1000, required: false })
  full_name?: string;

  @Integer({ doc: 'Whose bot it is to be: an active user, no guest and no bot.', required: false })
  bot_owner_id?: number;

  @Json({
    doc: 'The role; administrators decide, and owners alone of that of an owner.',
    required: false,
    schema: { type: 'integer', enum: Object.values(ROLE) },
    check: checkRole,
  })
  role?: number;

  @Text({ doc: SENDING, maxLength: 200, required: false })
  default_sending_stream?: string;

  @Text({ doc: EVENTS, maxLength: 200, required: false })
  default_events_register_stream?: string;

  @Flag({ doc: ALL_PUBLIC, required: false })
  default_all_public_streams?: boolean;
}

class BotDefaults {
  @ApiProperty({ type: String, nullable: true })
  default_sending_stream: string | null;

  @ApiProperty({ type: String, nullable: true })
  default_events_register_stream: string | null;

  @ApiProperty()
  default_all_public_streams: boolean;
}

export class CreateBotResponse extends BotDefaults {
  @ApiProperty({ type: 'integer' })
  user_id: number;

  @ApiProperty({ description: '32 letters and digits.' })
  api_key: string;

  @ApiProperty()
  avatar_url: string;
}

export class OwnBotDto extends BotDefaults {
  @ApiProperty({ type: 'integer' })
  user_id: number;

  @ApiProperty({ description: 'Its address, with which it logs in.' })
  username: string;

  @ApiProperty()
  full_name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  bot_type: number | null;

  @ApiProperty({ description: '32 letters and digits.' })
  api_key: string;

  @ApiProperty()
  avatar_url: string;
}

export class ListBotsResponse {
  @ApiProperty({ type: [OwnBotDto] })
  bots: OwnBotDto[];
}

export class UpdateBotResponse extends BotDefaults {
  @ApiProperty()
  full_name: string;

  @ApiProperty()
  avatar_url: string;

  @ApiProperty({ type: String, nullable: true, description: 'The address of its owner that all users may see.' })
  bot_owner: string | null;
}
