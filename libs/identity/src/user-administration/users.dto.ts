import { Flag, Integers, Json, Objects, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ProfileDataItem } from '../profile-fields/profile-fields.dto';
import type { UserObject } from '../users/user-object.client-events';

export class CreateUserRequest {
  @Text({ doc: 'The real e-mail address, with which the account logs in.', minLength: 1, maxLength: 254 })
  email: string;

  @Text({ doc: 'From 6 to 100 characters.', maxLength: 1000 })
  password: string;

  @Text({ doc: 'The name that others see, from 2 to 100 characters.', maxLength: 1000 })
  full_name: string;
}

const ROLES = [100, 200, 300, 400, 600];

export class UpdateUserRequest {
  @Text({
    doc: 'The name that others see, from 2 to 100 characters. Blank: as it is.',
    required: false,
    unchecked: true,
  })
  full_name?: string;

  @Json({
    doc: 'The role. Only owners give and take the role of an owner.',
    required: false,
    schema: { type: 'integer', enum: ROLES },
    check: checkRole,
  })
  role?: number;

  @Objects(() => ProfileDataItem, { doc: 'The values of custom profile fields.', required: false })
  profile_data?: ProfileDataItem[];

  @Text({ doc: 'The real e-mail address; by owners with a special permission only.', required: false, maxLength: 254 })
  new_email?: string;
}

/** The error of a value that should be a role; `null`: it is valid. */
export function checkRole(value: unknown): string | null {
  if (!Number.isInteger(value)) return '$V is not an integer';
  return ROLES.includes(value as number) ? null : 'Invalid $V: Value error, Not in the list of possible values';
}

export class DeactivateUserRequest {
  @Text({
    doc: 'Words of one’s own for the mail that tells of it; empty: a mail without; absent, or the word null: no mail.',
    required: false,
    maxLength: 2000,
  })
  deactivation_notification_comment: string | null = null;
}

export class CreateUserResponse {
  @ApiProperty({ type: 'integer' })
  user_id: number;
}

export class GetUserRequest {
  @Flag({ doc: 'The client computes addresses of pictures of the third-party provider itself.', required: false })
  client_gravatar = true;

  @Flag({ doc: 'Include `profile_data`.', required: false })
  include_custom_profile_fields = false;
}

export class ListUsersRequest extends GetUserRequest {
  @Flag({ doc: 'The client computes addresses of pictures of the third-party provider itself.', required: false })
  override client_gravatar = true;

  @Flag({ doc: 'Include `profile_data`.', required: false })
  override include_custom_profile_fields = false;

  @Integers({ doc: 'Only these users; absent: all.', required: false })
  user_ids: number[] | null = null;
}

const PROFILE_DATA = {
  type: 'object' as const,
  selfRequired: false,
  additionalProperties: {
    type: 'object' as const,
    required: ['value'],
    properties: { value: { type: 'string' as const }, rendered_value: { type: 'string' as const } },
  },
  description: 'Custom profile fields by id; not for bots.',
};

export class UserDto implements Omit<UserObject, 'timezone'> {
  @ApiProperty({ type: 'integer' })
  user_id: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The real address; null where the requester may not see it.',
  })
  delivery_email: string | null;

  @ApiProperty({ description: 'The address that all users may see.' })
  email: string;

  @ApiProperty()
  full_name: string;

  @ApiProperty({
    description: 'ISO 8601 to the minute, such as 2024-05-01T10:15+00:00; for spectators the day alone.',
  })
  date_joined: string;

  @ApiProperty()
  is_active: boolean;

  @ApiProperty()
  is_owner: boolean;

  @ApiProperty()
  is_admin: boolean;

  @ApiProperty()
  is_guest: boolean;

  @ApiProperty()
  is_bot: boolean;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '1 generic, 2 incoming, 3 outgoing, 4 embedded; null: not a bot.',
  })
  bot_type: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    required: false,
    description: 'Of bots only; null for those without an owner.',
  })
  bot_owner_id?: number | null;

  @ApiProperty({ type: Boolean, required: false, description: "Of the server's own bots only." })
  is_system_bot?: true;

  @ApiProperty({ type: 'integer', enum: [100, 200, 300, 400, 600] })
  role: number;

  @ApiProperty({ required: false, description: 'IANA name; empty: not set. Not shown to spectators.' })
  timezone?: string;

  @ApiProperty({ type: String, nullable: true })
  avatar_url: string | null;

  @ApiProperty({ type: 'integer' })
  avatar_version: number;

  @ApiProperty(PROFILE_DATA)
  profile_data?: UserObject['profile_data'];
}

export class ListUsersResponse {
  @ApiProperty({ type: [UserDto] })
  members: UserDto[];
}

export class GetUserResponse {
  @ApiProperty({ type: UserDto })
  user: UserDto;
}

export class OwnUserResponse extends UserDto {
  @ApiProperty({ type: 'integer', description: 'Newest message received; -1: none. Deprecated.' })
  max_message_id: number;
}
