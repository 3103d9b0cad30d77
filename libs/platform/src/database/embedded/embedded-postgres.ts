import { mkdirSync, realpathSync } from 'node:fs';
import { Client, DatabaseError } from 'pg';
import { lockDataDirectory } from './data-directory-lock';
import { DataDirectoryInUse } from './embedded-postgres.errors';
import type { GuardedProcess } from './guarded-process';
import { choosePostgresAccount } from './postgres-account';
import { findPostgresBinaries } from './postgres-binaries';
import { postgresPaths, prepareCluster, readPassword } from './postgres-cluster';
import { PostgresLog } from './postgres-log';
import { demote, isSuperuser, POSTGRES_NAME } from './postgres-role';
import { startServer, stopServer } from './postgres-server';
import { awaitOrphan, readPostmaster } from './postmaster-file';

/** How long a start waits for the PostgreSQL of a killed process to end. */
const PATIENCE_MS = 10_000;
const INVALID_CATALOG_NAME = '3D000';

/** A PostgreSQL that runs as a child of this process. */
export interface EmbeddedPostgres {
  /** Connection string of the database, with its password. The role owns the database and is no superuser. */
  url: string;
  /** Resolves when PostgreSQL has ended for any reason. */
  stopped: Promise<void>;
  /** Ends open transactions, stops PostgreSQL and frees the data directory. May be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Made where it is missing. The cluster is in `postgres`, beside it `postgres.log` and `postgres.password`. */
  dataDirectory: string;
  /** False gives up the safety of a commit for speed; for tests only. */
  durable: boolean;
  /** A port of 127.0.0.1; a free one by default. Set it to keep connection strings valid over a restart. */
  port?: number;
  /** PostgreSQL settings that win over the built-in ones. */
  settings?: Record<string, string>;
}

/**
 * Starts the PostgreSQL that came with `npm ci` on 127.0.0.1, for this process alone. It ends when this
 * process ends, however that happens.
 *
 * @throws DataDirectoryInUse when a live process has the data directory
 * @throws EmbeddedPostgresUnavailable where there is none for this platform
 * @throws EmbeddedPostgresFailed when it does not come up
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries();
  const dataDirectory = makeDirectory(options.dataDirectory);
  const lock = await lockDataDirectory(dataDirectory);
  const paths = postgresPaths(dataDirectory);
  const log = new PostgresLog(paths.log);
  let server: GuardedProcess | undefined;
  const letGo = () => {
    log.close();
    lock.release();
  };

  try {
    const orphan = await awaitOrphan(paths.cluster, PATIENCE_MS);
    if (orphan) throw new DataDirectoryInUse(dataDirectory, orphan);
    const account = choosePostgresAccount(binaries.postgres, dataDirectory, paths.cluster);
    const { durable, port, settings = {} } = options;
    const password = await prepareCluster(dataDirectory, { initdb: binaries.initdb, account, log, durable });
    const start = { postgres: binaries.postgres, cluster: paths.cluster, account, log, durable, port, settings };
    const started = await startServer({ ...start, patienceMs: PATIENCE_MS });
    server = started.process;
    const url = urlOf(password, started.port);
    await ensureDatabase(url);
    return runningPostgres(url, started.process, letGo);
  } catch (error) {
    if (server) await stopServer(server);
    letGo();
    throw error;
  }
}

function runningPostgres(url: string, server: GuardedProcess, letGo: () => void): EmbeddedPostgres {
  const stopped = server.exited.then(letGo);
  return {
    url,
    stopped,
    stop: async () => {
      await stopServer(server);
      await stopped;
    },
  };
}

/**
 * The connection string of the embedded PostgreSQL that another process runs in this data directory, for a command that
 * found it in use; undefined when none is up.
 */
export function findRunningPostgres(dataDirectory: string): string | undefined {
  const password = readPassword(dataDirectory);
  const postmaster = readPostmaster(postgresPaths(dataDirectory).cluster);
  return password && postmaster?.isReady ? urlOf(password, postmaster.port) : undefined;
}

/**
 * Other accounts may not list it. Root's may be traversed, because PostgreSQL runs as another user there; secret files
 * in it are readable only by their owner, by their own mode.
 */
function makeDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return realpathSync(path);
}

function urlOf(password: string, port: number, database = POSTGRES_NAME): string {
  return `postgres://${POSTGRES_NAME}:${password}@127.0.0.1:${port}/${database}`;
}

async function ensureDatabase(url: string): Promise<void> {
  try {
    await ensurePlainRole(url);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== INVALID_CATALOG_NAME) throw error;
    const { password, port } = new URL(url);
    const create = (client: Client) => client.query(`CREATE DATABASE ${POSTGRES_NAME}`);
    await connected(urlOf(password, Number(port), 'postgres'), create);
    await ensurePlainRole(url);
  }
}

/** initdb makes a superuser, and so did older versions. */
async function ensurePlainRole(url: string): Promise<void> {
  await connected(url, async (client) => {
    if (await isSuperuser(client)) await demote(client);
  });
}

async function connected(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
