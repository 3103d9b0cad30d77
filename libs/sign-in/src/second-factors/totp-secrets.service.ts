import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { base32Of } from './base32';
import { QrCode, qrCodeOf } from './qr-code';
import { otpauthUri, SECRET_BYTES } from './totp';

/** A secret as a user enters it into an authenticator app. */
export interface ShownSecret {
  readonly secret: string;
  readonly uri: string;
  readonly qrCode: QrCode;
}

/** Secrets of authenticator apps, which are stored sealed. */
@Injectable()
export class TotpSecrets {
  constructor(private readonly secrets: Secrets) {}

  /** A new random secret, sealed. */
  make(): Buffer {
    return this.secrets.seal(randomBytes(SECRET_BYTES).toString('base64'));
  }

  /** @param account the name that the app shows beside the issuer */
  show(sealedSecret: Buffer, issuer: string, account: string): ShownSecret {
    const bytes = Buffer.from(this.secrets.open(sealedSecret), 'base64');
    const uri = otpauthUri(bytes, { issuer, account });
    return { secret: base32Of(bytes), uri, qrCode: qrCodeOf(uri) };
  }
}
