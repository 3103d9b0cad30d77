import { findRunningPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres';
import { DataDirectoryInUse } from '../database/embedded/embedded-postgres.errors';

/** A database to work with: the operator's, or one of our own that ends with us. */
export interface OpenDatabase {
  url: string;
  /** Resolves when an embedded PostgreSQL has ended by itself; never for an external one. */
  gone: Promise<void>;
  close(): Promise<void>;
}

/**
 * The operator's database, or else the embedded one of the data directory, which is started.
 * @param settings of PostgreSQL, of an embedded one only
 * @throws DataDirectoryInUse, EmbeddedPostgresUnavailable, EmbeddedPostgresFailed
 */
export async function openDatabaseOf(
  { databaseUrl, dataDirectory }: { databaseUrl: string | null; dataDirectory: string },
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, gone: new Promise(() => undefined), close: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDirectory, durable: true, settings });
  return { url: embedded.url, gone: embedded.stopped, close: () => embedded.stop() };
}

/** For a command: what `open` opens, or the embedded database of the program that runs in the data directory. */
export async function openShared(dataDirectory: string, open: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  try {
    return await open();
  } catch (error) {
    const url = error instanceof DataDirectoryInUse ? findRunningPostgres(dataDirectory) : undefined;
    if (!url) throw error;
    return { url, gone: new Promise(() => undefined), close: async () => undefined };
  }
}
