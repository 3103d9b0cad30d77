import { ApiProperty } from '@nestjs/swagger';
import type { BrowserLogin } from '../authentication/browser-logins.port';
import type { AuthenticationMethods } from './server-settings.client-events';

export class BrowserLoginDto implements BrowserLogin {
  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'For a button: "Log in with ...".' })
  display_name: string;

  @ApiProperty({ type: String, nullable: true, description: 'Address of a picture.' })
  display_icon: string | null;

  @ApiProperty({ description: 'Path to open, with a 64-digit `mobile_flow_otp`.' })
  login_url: string;

  @ApiProperty()
  signup_url: string;
}

export class ServerSettingsResponse {
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' }, description: 'Ways to log in, on or off.' })
  authentication_methods: AuthenticationMethods;

  @ApiProperty({ type: [BrowserLoginDto], description: 'Ways to log in that lead an app through the browser.' })
  external_authentication_methods: BrowserLoginDto[];

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
