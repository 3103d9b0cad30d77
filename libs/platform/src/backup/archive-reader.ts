import { createReadStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { extract, Extract } from 'tar-stream';
import { Entry, parseEntryName } from './entry-names';
import { ArchiveIsDamaged, ArchiveIsNewer, BackupRefused, FileIsNoBackup } from './errors';
import { FORMAT, Manifest, parseManifest } from './manifest';
import { feed } from './tar-streams';
import { Checksum, sha256, UploadsChecksum } from './checksum';

const READ_BYTES = 1024 * 1024;
/** No text of ours is longer; one that claims to be must not fill the memory. */
const TEXT_BYTES = 16 * 1024 * 1024;

/** The parts in the order of the archive. Contents must be read to their end before the next part is asked for. */
export type Part =
  | { kind: 'table'; name: string; rows: AsyncIterable<Buffer> }
  | { kind: 'upload'; path: string; size: number; content: AsyncIterable<Buffer> }
  | { kind: 'secret'; secret: string }
  | { kind: 'manifest'; manifest: Manifest };

type Source = { entry: Entry; size: number; content: AsyncIterable<Buffer> };

/**
 * Reads an archive from beginning to end in constant memory. The manifest is last and valid only if everything before
 * it matches. Until then nothing may be used.
 * @throws ArchiveIsDamaged, ArchiveIsNewer, FileIsNoBackup
 */
export async function* readArchive(file: string): AsyncGenerator<Part, void, void> {
  const unpacked = extract();
  const feeding = feed(unpacked, createReadStream(file, { highWaterMark: READ_BYTES }));
  try {
    yield* new ArchiveReader(file, unpacked).parts();
  } finally {
    unpacked.destroy();
    await feeding;
  }
}

class ArchiveReader {
  private readonly entries: AsyncIterator<unknown>;
  private readonly tables: { name: string; bytes: number; sha256: string }[] = [];
  private readonly uploads = new UploadsChecksum();
  private next: Source | null = null;
  private hasBegun = false;
  private lastPath = '';

  constructor(
    private readonly file: string,
    unpacked: Extract,
  ) {
    this.entries = unpacked[Symbol.asyncIterator]();
  }

  async *parts(): AsyncGenerator<Part, void, void> {
    await this.checkFormat();
    while (this.next?.entry.kind === 'table') {
      const name = this.next.entry.table;
      if (this.tables.some((other) => other.name === name)) throw this.damage(`the table ${name} comes twice`);
      yield { kind: 'table', name, rows: this.rowsOf(name) };
    }
    while (this.next?.entry.kind === 'upload') yield this.upload(this.next, this.next.entry.path);
    const secret = await this.text('secret');
    await this.advance();
    yield { kind: 'secret', secret };
    yield { kind: 'manifest', manifest: await this.manifest(secret) };
  }

  private async checkFormat(): Promise<void> {
    await this.advance();
    if (!this.next) throw new FileIsNoBackup(this.file);
    const format = Number(await this.text('format'));
    if (format > FORMAT) throw new ArchiveIsNewer(this.file, `format ${format}`);
    if (format !== FORMAT) throw this.damage('its format is not a number that there ever was');
    await this.advance(); // what follows has a meaning only in a format that is known
  }

  private async *rowsOf(table: string): AsyncGenerator<Buffer, void, void> {
    const checksum = new Checksum();
    for (let piece = 1; this.next?.entry.kind === 'table' && this.next.entry.table === table; piece++) {
      if (this.next.entry.piece !== piece) throw this.damage(`piece ${piece} of the table ${table} is missing`);
      for await (const data of this.next.content) {
        checksum.add(data);
        yield data;
      }
      await this.advance();
    }
    this.tables.push({ name: table, ...checksum.result });
  }

  private upload({ size, content }: Source, path: string): Part {
    if (path <= this.lastPath) throw this.damage(`the upload ${path} comes twice or out of order`);
    this.lastPath = path;
    this.uploads.begin(path, size);
    return { kind: 'upload', path, size, content: this.contentOf(content) };
  }

  private async *contentOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    for await (const data of content) {
      this.uploads.add(data);
      yield data;
    }
    await this.advance();
  }

  private async manifest(secret: string): Promise<Manifest> {
    const text = await this.text('manifest');
    await this.advance();
    const checksum = await this.text('checksum');
    await this.advance();
    if (checksum.split(' ')[0] !== sha256(text)) throw this.damage('its manifest was changed');
    if (this.next) throw this.damage('something follows its end');
    const manifest = parseManifest(text);
    if (!manifest) throw this.damage('its manifest is none');

    const promised = manifest.tables.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
    for (const [index, table] of this.tables.entries()) {
      if (!isDeepStrictEqual(table, promised[index])) throw this.damage(`the table ${table.name} was changed`);
    }
    const missing = promised[this.tables.length];
    if (missing) throw this.damage(`the table ${missing.name} is missing`);
    if (!isDeepStrictEqual(this.uploads.result, manifest.uploads)) throw this.damage('its uploads were changed');
    if (sha256(secret) !== manifest.secret.sha256) throw this.damage('its secret was changed');
    return manifest;
  }

  /** The whole content of the entry that has to come now. */
  private async text(kind: Entry['kind']): Promise<string> {
    if (!this.next) throw this.damage('it ends early');
    if (this.next.entry.kind !== kind) throw this.damage(`its ${kind} is not where it should be`);
    if (this.next.size > TEXT_BYTES) throw this.damage(`its ${kind} is too long`);
    const data: Buffer[] = [];
    for await (const some of this.next.content) data.push(some);
    return Buffer.concat(data).toString('utf8');
  }

  private async advance(): Promise<void> {
    const step = await this.guarded(() => this.entries.next());
    this.next = step.done ? null : this.sourceOf(step.value as ArchivedFile);
  }

  private sourceOf(archived: ArchivedFile): Source {
    const { name, type, size } = archived.header;
    const entry = parseEntryName(name);
    if (!this.hasBegun && entry?.kind !== 'format') throw new FileIsNoBackup(this.file);
    this.hasBegun = true;
    if (!entry || type !== 'file') throw this.damage(`it holds ${JSON.stringify(name)}, which no backup has`);
    return { entry, size, content: this.guardedContent(archived) };
  }

  private async *guardedContent(archived: AsyncIterable<unknown>): AsyncGenerator<Buffer, void, void> {
    const chunks = archived[Symbol.asyncIterator]();
    let isOver = false;
    try {
      for (;;) {
        const step = await this.guarded(() => chunks.next());
        isOver = step.done ?? false;
        if (step.done) return;
        yield step.value as Buffer;
      }
    } finally {
      if (!isOver) await chunks.return?.();
    }
  }

  /** What tar-stream complains about is damage; what the file system complains about, and we ourselves, is not. */
  private async guarded<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      const isOurs = error instanceof BackupRefused || typeof (error as NodeJS.ErrnoException).code === 'string';
      if (isOurs) throw error;
      throw this.hasBegun ? this.damage('it is cut off, or no tar archive any more') : new FileIsNoBackup(this.file);
    }
  }

  private damage(reason: string): ArchiveIsDamaged {
    return new ArchiveIsDamaged(this.file, reason);
  }
}

interface ArchivedFile extends AsyncIterable<unknown> {
  header: { name: string; type: string; size: number };
}
