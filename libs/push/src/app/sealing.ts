import { Injectable, OnModuleInit } from '@nestjs/common';
import sodium from 'libsodium-wrappers';

/**
 * Seals notifications to devices' keys: libsodium's sealed boxes (X25519, XSalsa20-Poly1305), which only the device can
 * open, and which do not say who made them (reference: realtime-and-push.md 6.2).
 */
@Injectable()
export class Sealing implements OnModuleInit {
  /** The library is compiled while the server starts. */
  onModuleInit(): Promise<void> {
    return sodium.ready;
  }

  /** The JSON text of `content`, sealed, in base64. @throws Error for a key that `accepts` does not accept */
  seal(publicKey: Buffer, content: object): string {
    return Buffer.from(sodium.crypto_box_seal(JSON.stringify(content), publicKey)).toString('base64');
  }

  /** Some points of the curve are no keys: nothing can be sealed to them. */
  accepts(publicKey: Buffer): boolean {
    try {
      sodium.crypto_box_seal('', publicKey);
      return true;
    } catch {
      return false; // the library has no other way to say so
    }
  }
}
