import { Text } from '@app/platform';

export class LogoutTokenRequest {
  @Text({ doc: 'The logout token of the provider.', maxLength: 16_000 })
  logout_token: string;
}
