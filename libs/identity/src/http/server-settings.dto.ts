import { ApiProperty } from '@nestjs/swagger';
import type { AuthenticationMethods } from '../app/server-settings.client-events';

export class ServerSettingsResponse {
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' }, description: 'Ways to log in, on or off.' })
  authentication_methods: AuthenticationMethods;

  @ApiProperty({ type: 'array', items: { type: 'object' }, description: 'Other services that log people in.' })
  external_authentication_methods: object[];

  @ApiProperty()
  zulip_version: string;

  @ApiProperty()
  zulip_merge_base: string;

  @ApiProperty({ type: 'integer' })
  zulip_feature_level: number;

  @ApiProperty()
  push_notifications_enabled: boolean;

  @ApiProperty({ description: 'The client is too old for this server.' })
  is_incompatible: boolean;

  @ApiProperty()
  email_auth_enabled: boolean;

  @ApiProperty({ description: 'User names are e-mail addresses.' })
  require_email_format_usernames: boolean;

  @ApiProperty({ description: 'Public address of the organization, without a slash at its end.' })
  realm_url: string;

  @ApiProperty({ description: 'The same, under its older name.' })
  realm_uri: string;

  @ApiProperty()
  realm_name: string;

  @ApiProperty({ description: 'Address of a picture.' })
  realm_icon: string;

  @ApiProperty({ description: 'HTML.' })
  realm_description: string;

  @ApiProperty({ description: 'Whether visitors without an account may read something.' })
  realm_web_public_access_enabled: boolean;
}
