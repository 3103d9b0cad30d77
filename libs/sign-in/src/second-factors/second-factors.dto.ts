import { Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { FACTOR_KINDS, FactorKind, MAX_CODE, MAX_LABEL } from './second-factor';

const PASSWORD = 'The password, if the session is older than ten minutes or the request has an API key.';
const CODE = 'With the password, if the account has a second factor: a code of it, or a recovery code.';

/** What shows that the user makes the request, and not a stolen credential. */
export class ProofRequest {
  @Text({ doc: PASSWORD, maxLength: 1_000, required: false })
  password: string | null = null;

  @Text({ doc: CODE, maxLength: MAX_CODE, required: false })
  code: string | null = null;
}

export class NewSecondFactorRequest extends ProofRequest {
  @Word({ doc: 'An authenticator app, or a passkey.', oneOf: FACTOR_KINDS })
  kind: FactorKind;

  @Text({ doc: 'A name for it.', maxLength: MAX_LABEL, required: false })
  label: string | null = null;
}

export class NewSecondFactorResponse {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ required: false, description: 'For an authenticator app: its secret in base32; shown this once.' })
  secret?: string;

  @ApiProperty({ required: false, description: 'For an authenticator app: what its QR code says.' })
  otpauth_uri?: string;

  @ApiProperty({ required: false, description: 'For an authenticator app: the QR code, as a data address of an SVG.' })
  qr_code?: string;

  @ApiProperty({
    required: false,
    type: Object,
    description: 'For a passkey: PublicKeyCredentialCreationOptionsJSON of WebAuthn.',
  })
  options?: object;
}

export class ConfirmSecondFactorRequest {
  @Text({ doc: 'The code that the authenticator app shows.', maxLength: MAX_CODE, required: false })
  code: string | null = null;

  @Text({ doc: 'RegistrationResponseJSON of WebAuthn, for a passkey.', maxLength: 20_000, required: false })
  credential: string | null = null;
}

export class RecoveryCodesResponse {
  @ApiProperty({
    type: [String],
    description: 'Codes that stand for a second factor once each; shown this once. Empty if the codes did not change.',
  })
  recovery_codes: string[];
}

export class SecondFactorDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ enum: FACTOR_KINDS }) kind: string;
  @ApiProperty() label: string;
  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' }) date_created: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX seconds; null: never.' })
  last_used: number | null;
}

export class ListSecondFactorsResponse {
  @ApiProperty({ type: [SecondFactorDto], description: 'In the order in which they were set up.' })
  second_factors: SecondFactorDto[];

  @ApiProperty({ type: 'integer', description: 'The number of recovery codes that are not used.' })
  recovery_codes_left: number;

  @ApiProperty({ description: 'The organization requires a second factor of the user.' })
  is_required: boolean;

  @ApiProperty({ description: 'The session is so new that changes need neither a password nor a code.' })
  is_login_fresh: boolean;
}
