import { FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Config } from '../config/config';
import { DRAFTS, unguessable } from './file-keys';
import { assertFileKey, ByteRange, Files, KeptFile } from './files';

/**
 * Files in a directory, one each. Readable by the server's account only. Drafts are on the same file system, so that the
 * rename is all or nothing.
 */
export class DirectoryFiles extends Files {
  private readonly directory: string;

  constructor(config: Pick<Config, 'uploadsDirectory'>) {
    super();
    this.directory = config.uploadsDirectory;
  }

  override async write(key: string, content: AsyncIterable<Uint8Array> | Uint8Array): Promise<{ size: number }> {
    const place = this.placeOf(key);
    const draft = join(this.directory, DRAFTS, unguessable());
    await makeDirectory(dirname(draft));
    const handle = await open(draft, 'wx', 0o600);
    try {
      const size = await writeAll(handle, content instanceof Uint8Array ? [content] : content);
      await handle.sync();
      await handle.close();
      await makeDirectory(dirname(place));
      await rename(draft, place);
      await syncDirectory(dirname(place));
      return { size };
    } catch (error) {
      await handle.close().catch(() => undefined); // it may be closed already
      await rm(draft, { force: true });
      throw error;
    }
  }

  override async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const handle = await unlessAbsent(open(this.placeOf(key)));
    if (!handle) return null;
    return handle.createReadStream({ ...range, highWaterMark: READ_AT_ONCE });
  }

  override async load(key: string): Promise<Buffer | null> {
    return unlessAbsent(readFile(this.placeOf(key)));
  }

  override async size(key: string): Promise<number | null> {
    return (await unlessAbsent(stat(this.placeOf(key))))?.size ?? null;
  }

  override async withPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null> {
    return (await this.size(key)) === null ? null : work(this.placeOf(key));
  }

  override async remove(key: string): Promise<void> {
    await rm(this.placeOf(key), { force: true });
  }

  override async *list(kind: string): AsyncGenerator<KeptFile, void, void> {
    for (const name of await this.namesIn(kind)) yield* this.below(`${kind}/${name}`);
  }

  private async *below(path: string): AsyncGenerator<KeptFile, void, void> {
    const found = await unlessAbsent(stat(join(this.directory, path)));
    if (!found?.isDirectory()) {
      if (found) yield { key: path, modifiedAt: found.mtime };
      return;
    }
    for (const name of await this.namesIn(path)) yield* this.below(`${path}/${name}`);
  }

  private async namesIn(path: string): Promise<string[]> {
    return (await unlessAbsent(readdir(join(this.directory, path)))) ?? [];
  }

  override async sweep(before: Date): Promise<void> {
    const drafts = join(this.directory, DRAFTS);
    for (const name of (await unlessAbsent(readdir(drafts))) ?? []) {
      const found = await unlessAbsent(stat(join(drafts, name)));
      if (found && found.mtime < before) await rm(join(drafts, name), { force: true });
    }
  }

  private placeOf(key: string): string {
    assertFileKey(key);
    return join(this.directory, key);
  }
}

const READ_AT_ONCE = 256 * 1024;
const WRITE_AT_ONCE = 1024 * 1024;

/** Small pieces are gathered: a system call each would take longer than the bytes. While some are written, more come in. */
async function writeAll(
  handle: FileHandle,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  let size = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let written = Promise.resolve();
  const flush = async () => {
    await written;
    written = write(handle, waiting);
    written.catch(() => undefined); // heard with the next flush
    waiting = [];
    waitingBytes = 0;
  };
  try {
    for await (const piece of content) {
      size += piece.length;
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= WRITE_AT_ONCE) await flush();
    }
    await flush();
  } finally {
    await written;
  }
  return size;
}

async function write(handle: FileHandle, pieces: Uint8Array[]): Promise<void> {
  for (let left = pieces; left.length > 0;) left = rest(left, (await handle.writev(left)).bytesWritten);
}

/** The rest after `written` bytes: a write may be partial. */
function rest(pieces: Uint8Array[], written: number): Uint8Array[] {
  let left = written;
  for (const [index, piece] of pieces.entries()) {
    if (left < piece.length) return [piece.subarray(left), ...pieces.slice(index + 1)];
    left -= piece.length;
  }
  return [];
}

const makeDirectory = (path: string) => mkdir(path, { recursive: true, mode: 0o700 });

/** A new name is durable when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}
