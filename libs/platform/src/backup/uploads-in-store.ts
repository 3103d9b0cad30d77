import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILE_KEY } from '../files/files';
import type { ObjectStore } from '../files/object-store';
import { ObjectStoreFiles } from '../files/object-store-files';
import { UploadDiffers, UploadIsUnusable } from './errors';
import { Checksum, drain } from './checksum';
import type { Upload, UploadsPlace } from './uploads';

/** Uploads as objects in a store. Their keys are the paths that they have below a directory: a backup fits both. */
export class UploadsInStore implements UploadsPlace {
  private readonly files: ObjectStoreFiles;

  constructor(
    private readonly store: ObjectStore,
    largestMib: number,
  ) {
    this.files = new ObjectStoreFiles(store, largestMib);
  }

  /** Files that are removed meanwhile are skipped. */
  async *all(): AsyncGenerator<Upload, void, void> {
    for await (const { key } of this.store.list('')) {
      this.checkKey(key);
      const found = await this.store.get(key);
      if (!found?.Body) continue;
      const body = found.Body as Readable;
      try {
        yield { path: key, size: found.ContentLength ?? 0, content: body };
      } finally {
        body.destroy();
      }
    }
  }

  async compare({ path, size, content }: Upload): Promise<void> {
    this.checkKey(path);
    const wanted = new Checksum();
    for await (const data of content) wanted.add(data);
    const present = await this.files.read(path);
    if (!present) return;
    const found = new Checksum();
    await pipeline(present, async (pieces: AsyncIterable<Buffer>) => {
      for await (const data of pieces) found.add(data);
    });
    if (found.result.bytes !== size || found.result.sha256 !== wanted.result.sha256)
      throw new UploadDiffers(this.nameOf(path));
  }

  async place({ path, content }: Upload): Promise<void> {
    if ((await this.files.size(path)) !== null) return drain(content);
    await this.files.write(path, content);
  }

  private checkKey(key: string): void {
    if (!FILE_KEY.test(key)) throw new UploadIsUnusable(this.nameOf(key), 'has a name that no file of ours has');
  }

  private nameOf(key: string): string {
    const { bucket, prefix } = this.store.place;
    return `s3://${bucket}/${prefix}${key}`;
  }
}
