import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageIsUnavailable } from './errors';
import { assertFileKey, ByteRange, Files, KeptFile } from './files';
import { ObjectStore } from './object-store';

const MIB = 1024 * 1024;
const SMALLEST_PART_MIB = 8;
/** S3 takes ten thousand. */
const MAX_PARTS = 9_000;
/** Answers of stores that cannot list unfinished uploads. They have lifecycle rules for those. */
const CANNOT_LIST_UPLOADS = new Set(['NotImplemented', 'MethodNotAllowed']);

/**
 * Files in an object store, one object each under its key. Whole or not at all, as objects are; a file in parts becomes one
 * with the last word. Memory for two parts an upload.
 */
export class ObjectStoreFiles extends Files {
  private readonly partBytes: number;

  constructor(
    private readonly store: ObjectStore,
    largestMib: number,
  ) {
    super();
    this.partBytes = Math.max(SMALLEST_PART_MIB, Math.ceil(largestMib / MAX_PARTS)) * MIB;
  }

  override async write(key: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<{ size: number }> {
    assertFileKey(key);
    const counted = new Counted(content instanceof Uint8Array ? [content] : content);
    const stream = Readable.from(counted, { objectMode: false });
    try {
      await this.store.put(key, stream, this.partBytes);
    } catch (error) {
      throw counted.fault ?? error;
    } finally {
      stream.destroy();
    }
    return { size: counted.size };
  }

  override async read(key: string, range?: ByteRange): Promise<Readable | null> {
    assertFileKey(key);
    const found = await this.store.get(key, range && `bytes=${range.start}-${range.end}`);
    return (found?.Body as Readable | undefined) ?? null;
  }

  override async load(key: string): Promise<Buffer | null> {
    assertFileKey(key);
    const found = await this.store.get(key);
    if (!found?.Body) return null;
    try {
      return Buffer.from(await found.Body.transformToByteArray());
    } catch (error) {
      throw new StorageIsUnavailable('it broke off', { cause: error });
    }
  }

  override async size(key: string): Promise<number | null> {
    assertFileKey(key);
    return (await this.store.head(key))?.ContentLength ?? null;
  }

  /** The file is copied to this machine's disk for the duration of the work. */
  override async withPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null> {
    const content = await this.read(key);
    if (!content) return null;
    const directory = await mkdtemp(join(tmpdir(), 'parley-file-'));
    try {
      const path = join(directory, 'file');
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      return await work(path);
    } finally {
      content.destroy();
      await rm(directory, { recursive: true, force: true });
    }
  }

  override async remove(key: string): Promise<void> {
    assertFileKey(key);
    await this.store.remove(key);
  }

  override list(kind: string): AsyncIterable<KeptFile> {
    return this.store.list(`${kind}/`);
  }

  override async sweep(before: Date): Promise<void> {
    try {
      await this.store.abortUploads(before);
    } catch (error) {
      if (!(error instanceof StorageIsUnavailable) || !CANNOT_LIST_UPLOADS.has(error.word)) throw error;
    }
  }

  /** Lets go of its connections. */
  onApplicationShutdown(): void {
    this.store.close();
  }
}

/** Counts the bytes, and keeps the error of the source for the caller that provided it. */
class Counted implements AsyncIterable<Uint8Array> {
  size = 0;
  fault: unknown;

  constructor(private readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    try {
      for await (const piece of this.content) {
        this.size += piece.length;
        yield piece;
      }
    } catch (error) {
      this.fault = error;
      throw error;
    }
  }
}
