import { randomBytes } from 'node:crypto';
import { FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Pack, pack } from 'tar-stream';
import { Entry, entryName } from './entry-names';
import { TargetIsNoFile } from './errors';
import { FORMAT, Manifest, UploadsPart } from './manifest';
import { feed } from './tar-streams';
import { Checksum, sha256, UploadsChecksum } from './checksum';

/** A table of unknown length is cut into pieces, because a tar entry states its length before its content. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Writes an archive to a temporary file, and renames it when it is complete and on the disk. So a reader sees the old
 * file or the new one. Holds one piece in memory.
 */
export class ArchiveWriter {
  private readonly pack: Pack = pack();
  private readonly uploads = new UploadsChecksum();
  private readonly writing: Promise<void>;
  private secretSum = '';

  private constructor(
    private readonly path: string,
    private readonly draft: string,
    private readonly handle: FileHandle,
  ) {
    this.writing = this.writeOut();
    this.writing.catch(() => undefined); // a full disk shows at the next entry, or at the end
  }

  /** @throws TargetIsNoFile instead of replacing a directory or a device */
  static async create(file: string): Promise<ArchiveWriter> {
    const path = resolve(file);
    const present = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (present && !present.isFile()) throw new TargetIsNoFile(path);
    const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.partial`);
    const writer = new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600));
    await writer.add({ kind: 'format' }, Buffer.from(`${FORMAT}\n`));
    return writer;
  }

  async table(name: string, rows: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
    const checksum = new Checksum();
    let piece = 0;
    let held: Buffer[] = [];
    let length = 0;
    const flush = async () => {
      await this.add({ kind: 'table', table: name, piece: ++piece }, Buffer.concat(held, length));
      [held, length] = [[], 0];
    };
    for await (const data of rows) {
      checksum.add(data);
      held.push(data);
      length += data.length;
      if (length >= PIECE_BYTES) await flush();
    }
    if (length > 0 || piece === 0) await flush();
    return checksum.result;
  }

  /** Writes one upload; they come in the order of their paths. @throws Error when the content is not of that size */
  async upload(path: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    this.uploads.begin(path, size);
    const tallied = tap(content, (data) => this.uploads.add(data));
    await new Promise<void>((resolve, reject) => {
      const header = { name: entryName({ kind: 'upload', path }), size, mode: 0o600 };
      const entry = this.pack.entry(header, (error) => (error ? reject(error) : resolve()));
      void feed(entry, tallied);
    });
  }

  async secret(secret: string): Promise<void> {
    this.secretSum = sha256(secret);
    await this.add({ kind: 'secret' }, Buffer.from(secret));
  }

  /** Completes the manifest with what was tallied here, and puts the archive into its place. */
  async finish(contents: Omit<Manifest, 'format' | 'uploads' | 'secret'>): Promise<Manifest> {
    const uploads: UploadsPart = this.uploads.result;
    const manifest: Manifest = { format: FORMAT, ...contents, uploads, secret: { sha256: this.secretSum } };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await this.add({ kind: 'manifest' }, text);
    await this.add({ kind: 'checksum' }, Buffer.from(`${sha256(text)}  ${entryName({ kind: 'manifest' })}\n`));
    this.pack.finalize();
    await this.writing;
    await this.handle.sync();
    await this.handle.close();
    await rename(this.draft, this.path);
    await syncDirectory(dirname(this.path));
    return manifest;
  }

  /**
   * Removes the temporary file. Returns the first cause: the given reason, or the error of writing, such as a full
   * disk.
   */
  async abandon(reason: Error): Promise<Error> {
    this.pack.destroy(reason);
    const cause = await this.writing.then(
      () => reason,
      (error: Error) => error,
    );
    await this.handle.close();
    await rm(this.draft, { force: true });
    return cause;
  }

  private async writeOut(): Promise<void> {
    for await (const data of this.pack) await this.handle.writeFile(data as Buffer); // goes on where the last one ended
  }

  private async add(entry: Entry, content: Buffer): Promise<void> {
    const header = { name: entryName(entry), size: content.length, mode: 0o600 };
    await new Promise<void>((resolve, reject) =>
      this.pack.entry(header, content, (error) => (error ? reject(error) : resolve())),
    );
  }
}

async function* tap(content: AsyncIterable<Buffer>, see: (data: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const data of content) {
    see(data);
    yield data;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}
