import { Config } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type Sodium from 'libsodium-wrappers';

/**
 * Seals notifications for devices with libsodium's sealed boxes (X25519, XSalsa20-Poly1305). Only the device can open a
 * box, and the box does not identify its sender (docs/protocol/notifications.md).
 */
@Injectable()
export class SealedBoxes implements OnModuleInit {
  private sodium: typeof Sodium | null = null;

  constructor(private readonly config: Config) {}

  /** Loads the library at start, because compiling it takes a tenth of a second. Skipped if no relay is configured. */
  async onModuleInit(): Promise<void> {
    if (!this.config.pushRelay) return;
    const { default: sodium } = await import('libsodium-wrappers');
    await sodium.ready;
    this.sodium = sodium;
  }

  /** The JSON text of `content`, sealed, in base64. */
  seal(publicKey: Buffer, content: object): string {
    return Buffer.from(this.library.crypto_box_seal(JSON.stringify(content), publicKey)).toString('base64');
  }

  /** Some points of the curve are not valid keys. */
  accepts(publicKey: Buffer): boolean {
    const sodium = this.library;
    try {
      sodium.crypto_box_seal('', publicKey);
      return true;
    } catch {
      return false; // the library reports this only by throwing
    }
  }

  private get library(): typeof Sodium {
    if (!this.sodium) throw new Error('No push relay is configured: there is nothing to be sealed.');
    return this.sodium;
  }
}
