import { Text } from '@app/platform';
import { MAX_CODE } from '../second-factors/second-factor';

export class ReauthenticationRequest {
  @Text({ doc: 'The password of the account, here or in a directory.', maxLength: 1_000 })
  password: string;

  @Text({
    doc: 'A code of the second factor, or a recovery code; needed if the account has a factor and the login is not fresh.',
    maxLength: MAX_CODE,
    required: false,
  })
  code: string | null = null;
}
