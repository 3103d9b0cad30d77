import { createHash } from 'node:crypto';

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Length and SHA-256 of the data that was added. */
export class Checksum {
  bytes = 0;
  private readonly hash = createHash('sha256');

  add(data: Buffer): void {
    this.bytes += data.length;
    this.hash.update(data);
  }

  get result(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.hash.copy().digest('hex') };
  }
}

/** One SHA-256 of all uploads, which covers their names and lengths, too. */
export class UploadsChecksum {
  private readonly hash = createHash('sha256');
  private files = 0;
  private bytes = 0;

  begin(path: string, size: number): void {
    this.files++;
    this.bytes += size;
    this.hash.update(`${path}\0${size}\0`);
  }

  add(data: Buffer): void {
    this.hash.update(data);
  }

  get result(): { files: number; bytes: number; sha256: string } {
    return { files: this.files, bytes: this.bytes, sha256: this.hash.copy().digest('hex') };
  }
}

/** Reads a stream to its end, for the effects of reading. */
export async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}
