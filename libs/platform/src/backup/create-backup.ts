import { ArchiveWriter } from './archive-writer';
import { DatabaseExport } from './database-export';
import type { Manifest, TablePart } from './manifest';
import { OnProgress, Progress } from './progress';
import { readSecret, SecretPlace } from './secret-file';
import type { UploadsPlace } from './uploads';

/** What a backup is made of. */
export interface BackupSource {
  databaseUrl: string;
  /** Tables that mean nothing elsewhere and later, such as queues: their rows are not taken. */
  leftOut: readonly string[];
  uploads: UploadsPlace;
  secret: SecretPlace;
  /** Fails where a backup would lack what it must have; asked before anything is written. */
  check?: () => Promise<void>;
}

/**
 * Writes everything a server needs into one file (mode 0600), from a database that goes on being used: all tables as they
 * were at one moment, the files uploaded up to then, the secret. Memory does not grow with the data. An older file of that
 * name is replaced when the new one is complete; on failure and when `signal` says so, there is no file.
 *
 * @throws BackupRefused, one of its kinds
 */
export async function createBackup(
  file: string,
  { databaseUrl, leftOut, uploads, secret: place, check }: BackupSource,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Manifest> {
  const secret = await readSecret(place);
  const database = await DatabaseExport.open(databaseUrl, leftOut);
  try {
    signal?.throwIfAborted();
    await check?.();
    return await write(await ArchiveWriter.create(file), signal, async (archive) => {
      const tables = await copyTables(archive, database, onProgress);
      const { rows, sequences } = await database.finish();
      await copyUploads(archive, uploads, onProgress);
      await archive.secret(secret);
      return archive.finish({
        schema: database.schema,
        createdAt: database.takenAt,
        postgresVersion: database.postgresVersion,
        tables: tables.map((table) => ({ ...table, rows: rows.get(table.name)! })),
        sequences,
      });
    });
  } finally {
    await database.close();
  }
}

async function write<T>(
  archive: ArchiveWriter,
  signal: AbortSignal | undefined,
  work: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const stop = () => void archive.abandon(signal!.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(archive);
  } catch (error) {
    throw await archive.abandon(error as Error);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function copyTables(
  archive: ArchiveWriter,
  database: DatabaseExport,
  onProgress: OnProgress,
): Promise<Omit<TablePart, 'rows'>[]> {
  const tables: Omit<TablePart, 'rows'>[] = [];
  for (const table of database.tables) {
    const progress = new Progress(table.name, onProgress);
    const part = await archive.table(table.name, progress.over(database.rows(table)));
    tables.push({ name: table.name, columns: table.columns, ...part });
    progress.done();
  }
  return tables;
}

async function copyUploads(archive: ArchiveWriter, uploads: UploadsPlace, onProgress: OnProgress): Promise<void> {
  const progress = new Progress('uploads', onProgress);
  for await (const { path, size, content } of uploads.all()) {
    await archive.upload(path, size, progress.over(content));
  }
  progress.done();
}
