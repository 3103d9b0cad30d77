import { Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class FetchApiKeyRequest {
  @Text({ doc: 'The real e-mail address of the account.', maxLength: 254 })
  username: string;

  @Text({ doc: 'The password of the account.', maxLength: 1000 })
  password: string;
}

export class OwnApiKeyRequest {
  @Text({ doc: 'The password of the account.', maxLength: 1000 })
  password: string;

  @Text({
    doc: 'A code of the second factor, if the account has one and the session is older than ten minutes.',
    maxLength: 64,
    required: false,
  })
  code: string | null = null;
}

export class DevFetchApiKeyRequest {
  @Text({ doc: 'The real e-mail address of the account.', maxLength: 254 })
  username: string;
}

export class ApiKeyResponse {
  @ApiProperty({ description: '32 letters and digits; shown this once.' })
  api_key: string;

  @ApiProperty({ description: 'The real e-mail address of the account.' })
  email: string;

  @ApiProperty({ type: 'integer' })
  user_id: number;
}

export class DevUserDto {
  @ApiProperty({ description: 'The real e-mail address of the account.' })
  email: string;

  @ApiProperty()
  full_name: string;

  @ApiProperty({ description: 'Public address of the organization.' })
  realm_url: string;
}

export class DevListUsersResponse {
  @ApiProperty({ type: [DevUserDto] })
  direct_admins: DevUserDto[];

  @ApiProperty({ type: [DevUserDto] })
  direct_users: DevUserDto[];
}
