import { LongInteger, Text, Word } from '@app/platform';
import { TOKEN_KINDS, TokenKindName } from './push-device';

const MAX_TEXT = 65_536;

export class RegisterPushDeviceRequest {
  @Word({ doc: 'Which service reaches the device.', oneOf: TOKEN_KINDS })
  token_kind: TokenKindName;

  @LongInteger({ doc: "The client's own number for the account, 64 bits: comes back with every notification." })
  push_account_id: bigint;

  @Text({ doc: "The device's public key for notifications: 32 bytes, base64.", maxLength: MAX_TEXT })
  push_public_key: string;

  @Text({
    doc: "The relay's public key that the registration is encrypted to: 32 bytes, base64.",
    maxLength: MAX_TEXT,
  })
  bouncer_public_key: string;

  @Text({ doc: 'What the relay is to know of the device, encrypted to its key; base64.', maxLength: MAX_TEXT })
  encrypted_push_registration: string;
}

export class TestPushDeviceRequest {
  @LongInteger({ doc: 'Which of the own devices is meant. Default: all of them.', required: false })
  push_account_id?: bigint;
}
