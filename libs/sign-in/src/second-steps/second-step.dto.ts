import { Text } from '@app/platform';
import { MAX_CODE } from '../second-factors/second-factor';

/** The submitted form of the second step. */
export class SecondStepRequest {
  @Text({ doc: 'A code of the authenticator app, or a recovery code.', maxLength: MAX_CODE, required: false })
  code: string | null = null;

  @Text({ doc: 'AuthenticationResponseJSON of WebAuthn.', maxLength: 20_000, required: false })
  passkey: string | null = null;
}
