import { createHash } from 'node:crypto';

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Length and checksum of what has passed by. */
export class Tally {
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

/** The same for all uploads together: names and lengths count, too. */
export class UploadsTally {
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

/** Reads something to its end, for what happens on the way. */
export async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}
