import { Config } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type Sodium from 'libsodium-wrappers';

/**
 * Seals notifications to devices' keys: libsodium's sealed boxes (X25519, XSalsa20-Poly1305), which only the device can
 * open, and which do not say who made them (docs/protocol/notifications.md).
 */
@Injectable()
export class Sealing implements OnModuleInit {
  private sodium: typeof Sodium | null = null;

  constructor(private readonly config: Config) {}

  /** The library is compiled while the server starts; a tenth of a second that is saved where nothing is ever sealed. */
  async onModuleInit(): Promise<void> {
    if (!this.config.pushRelay) return;
    const { default: sodium } = await import('libsodium-wrappers');
    await sodium.ready;
    this.sodium = sodium;
  }

  /** The JSON text of `content`, sealed, in base64. @throws Error for a key that `accepts` does not accept */
  seal(publicKey: Buffer, content: object): string {
    return Buffer.from(this.library.crypto_box_seal(JSON.stringify(content), publicKey)).toString('base64');
  }

  /** Some points of the curve are no keys: nothing can be sealed to them. */
  accepts(publicKey: Buffer): boolean {
    const sodium = this.library;
    try {
      sodium.crypto_box_seal('', publicKey);
      return true;
    } catch {
      return false; // the library has no other way to say so
    }
  }

  private get library(): typeof Sodium {
    if (!this.sodium) throw new Error('No push relay is configured: there is nothing to be sealed.');
    return this.sodium;
  }
}
