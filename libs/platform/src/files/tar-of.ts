import { Readable } from 'node:stream';
import { pack, type Pack } from 'tar-stream';
import { feed } from '../backup/tar-streams';

/** A file that goes into an archive. */
export interface ArchivedFile {
  /** Its path in the archive. */
  readonly name: string;
  /** Bytes: exactly as many as `open` provides. */
  readonly size: number;
  /** `null`: the file is gone, and is left out. */
  open(): Promise<Readable | null>;
}

/** Streams files as a tar archive, one after another, at the speed of the reader. */
export function tarOf(files: AsyncIterable<ArchivedFile>): Readable {
  const archive = pack();
  fill(archive, files).catch((error: unknown) => archive.destroy(error as Error));
  return Readable.from(archive, { objectMode: false });
}

async function fill(archive: Pack, files: AsyncIterable<ArchivedFile>): Promise<void> {
  for await (const { name, size, open } of files) {
    if (archive.destroying) return;
    const content = await open();
    if (!content) continue;
    await new Promise<void>((resolve, reject) => {
      const entry = archive.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      void feed(entry, content);
    });
  }
  archive.finalize();
}
