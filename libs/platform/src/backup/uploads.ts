import { createReadStream, createWriteStream, Dirent } from 'node:fs';
import { FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DRAFTS } from '../files/file-keys';
import { isPathInside } from './entry-names';
import { UploadDiffers, UploadIsUnusable } from './errors';
import { Checksum, drain } from './checksum';

export interface Upload {
  /** Below the uploads directory, with slashes. */
  path: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

/**
 * All files below the directory in the order of their paths; none if it does not exist. Files that are removed
 * meanwhile or still being written are skipped.
 * @throws UploadIsUnusable for what could not be restored
 */
export async function* uploadsIn(directory: string, below = ''): AsyncGenerator<Upload, void, void> {
  for (const entry of await sortedEntries(join(directory, below))) {
    const path = below + entry.name;
    if (path === DRAFTS) continue;
    if (!isPathInside(path))
      throw new UploadIsUnusable(join(directory, path), 'has a name that other systems cannot hold');
    if (entry.isDirectory()) yield* uploadsIn(directory, `${path}/`);
    else if (entry.isFile()) yield* fileAt(directory, path);
    else throw new UploadIsUnusable(join(directory, path), 'is neither a file nor a directory');
  }
}

/** A directory sorts as its files do: with the slash that follows its name. */
async function sortedEntries(directory: string): Promise<Dirent[]> {
  const entries = await unlessAbsent(readdir(directory, { withFileTypes: true }));
  const key = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  return (entries ?? []).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function* fileAt(directory: string, path: string): AsyncGenerator<Upload, void, void> {
  const handle = await unlessAbsent(open(join(directory, path)));
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield { path, size, content: contentOf(handle, size) };
  } finally {
    await handle.close();
  }
}

/** What the file held when it was measured: one that grows is cut there. */
async function* contentOf(handle: FileHandle, size: number): AsyncGenerator<Buffer, void, void> {
  if (size > 0) yield* handle.createReadStream({ end: size - 1, autoClose: false });
}

/** Where uploads are: what a backup takes, and where a restore puts it. */
export interface UploadsPlace {
  /** All of them in the order of their paths. @throws UploadIsUnusable for what could not be restored */
  all(): AsyncIterable<Upload>;
  /** Reads an upload to its end and holds it against what has its place, if anything has. @throws BackupRefused */
  compare(upload: Upload): Promise<void>;
  /** Writes an upload that was compared and is not there yet: whole or not at all. */
  place(upload: Upload): Promise<void>;
}

/** Uploads as files below a directory. */
export class UploadsDirectory implements UploadsPlace {
  constructor(private readonly directory: string) {}

  all(): AsyncIterable<Upload> {
    return uploadsIn(this.directory);
  }

  /**
   * Reads an upload and compares it with the file that has its place, if one has.
   * @throws UploadDiffers when that is another one, UploadIsUnusable when a link or a file stands where a directory must be
   */
  async compare({ path, size, content }: Upload): Promise<void> {
    await this.checkWayTo(path);
    const wanted = new Checksum();
    for await (const data of content) wanted.add(data);
    const place = join(this.directory, path);
    const present = await unlessAbsent(lstat(place));
    if (!present) return;
    if (!present.isFile() || present.size !== size) throw new UploadDiffers(place);
    const found = new Checksum();
    for await (const data of createReadStream(place) as AsyncIterable<Buffer>) found.add(data);
    if (found.result.sha256 !== wanted.result.sha256) throw new UploadDiffers(place);
  }

  /** Writes an upload that was compared and is not there yet: whole or not at all, readable by the owner only. */
  async place({ path, content }: Upload): Promise<void> {
    const place = join(this.directory, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    if (await unlessAbsent(lstat(place))) return drain(content);
    const draft = join(dirname(place), `.restoring-${process.pid}`);
    try {
      await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
      await rename(draft, place);
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** No archive contains links, but an existing one could lead out of the directory. */
  private async checkWayTo(path: string): Promise<void> {
    let way = this.directory;
    for (const segment of path.split('/').slice(0, -1)) {
      way = join(way, segment);
      const present = await unlessAbsent(lstat(way));
      if (!present) return;
      if (!present.isDirectory()) throw new UploadIsUnusable(way, 'is no directory, and the backup has one there');
    }
  }
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
