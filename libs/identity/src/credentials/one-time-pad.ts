import { createHash } from 'node:crypto';

const SHAPE = /^[0-9a-f]{64}$/i;

/** 32 random bytes that an app made. They encrypt the API key on its way through a browser. */
export class OneTimePad {
  private constructor(private readonly bytes: Buffer) {}

  /** `null`: not 64 hexadecimal digits. */
  static from(hex: string): OneTimePad | null {
    return SHAPE.test(hex) ? new OneTimePad(Buffer.from(hex, 'hex')) : null;
  }

  get hex(): string {
    return this.bytes.toString('hex');
  }

  /** Identifies a used pad. */
  get hash(): Buffer {
    return createHash('sha256').update(this.bytes).digest();
  }

  /** The encrypted key in hexadecimal. A key has as many characters as the pad has bytes. */
  encrypt(apiKey: string): string {
    const key = Buffer.from(apiKey, 'ascii');
    return Buffer.from(this.bytes.map((byte, index) => byte ^ key[index]!)).toString('hex');
  }
}
