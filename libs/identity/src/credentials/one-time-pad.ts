import { createHash } from 'node:crypto';

const SHAPE = /^[0-9a-f]{64}$/i;

/** 32 random bytes that an app made, to get an API key through a browser without anybody between being able to read it. */
export class OneTimePad {
  private constructor(private readonly bytes: Buffer) {}

  /** null: not 64 hexadecimal digits. */
  static from(hex: string): OneTimePad | null {
    return SHAPE.test(hex) ? new OneTimePad(Buffer.from(hex, 'hex')) : null;
  }

  /** By which a spent one is known. */
  get hash(): Buffer {
    return createHash('sha256').update(this.bytes).digest();
  }

  /** The key, which has as many characters as the pad has bytes, in hexadecimal. */
  encrypt(apiKey: string): string {
    const key = Buffer.from(apiKey, 'ascii');
    return Buffer.from(this.bytes.map((byte, index) => byte ^ key[index])).toString('hex');
  }
}
