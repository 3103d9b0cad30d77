import { Text } from '@app/platform';

/** The query of the address that begins a login at a provider. */
export class BeginLoginRequest {
  @Text({ doc: 'A path of this server to go to afterwards.', maxLength: 2_000, required: false })
  next: string | null = null;

  @Text({ doc: 'The one-time pad of an app that waits for its key.', maxLength: 200, required: false })
  mobile_flow_otp: string | null = null;

  @Text({ doc: 'The one-time pad of a desktop app.', maxLength: 200, required: false })
  desktop_flow_otp: string | null = null;
}

export class LogoutTokenRequest {
  @Text({ doc: 'The logout token of the provider.', maxLength: 16_000 })
  logout_token: string;
}
