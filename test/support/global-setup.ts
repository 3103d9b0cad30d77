import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { withDatabase } from './databases';

/** Jest resolves no aliases here, so this uses the built server: `npm test` builds it first. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const platform = () => require('../../dist/libs/platform/src') as typeof import('../../libs/platform/src');
// eslint-disable-next-line @typescript-eslint/no-require-imports
const migrations = () => require('../../dist/migrations') as typeof import('../../migrations');

/** Of a directory, so that the path of a socket in it is allowed. A question takes a fifth less time than over TCP. */
const LONGEST_SOCKET = 80;

/**
 * An embedded PostgreSQL for each worker; every test file gets a copy of its migrated template. Workers do not share one:
 * a transaction that one file keeps open would hold up the events of all, as the log is read up to the oldest of a cluster.
 */
export default async function setUp({ maxWorkers } = { maxWorkers: 1 }): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  const model = join(directory, 'model');
  await makeTemplate(model);
  const clusters = await Promise.all(
    Array.from({ length: maxWorkers }, async (_, index) => {
      const dataDirectory = join(directory, `${index + 1}`);
      // `cpSync` of Node 22 and newer drops the modes of directories, and PostgreSQL refuses one that others may read.
      await cp(model, dataDirectory, { recursive: true });
      return start(dataDirectory);
    }),
  );
  rmSync(model, { recursive: true });
  process.env.TEST_POSTGRES_URL = clusters[0].url;
  process.env.TEST_POSTGRES_URLS = clusters.map(({ url }) => url).join(' ');
  Object.assign(globalThis, {
    testPostgres: { directory, stop: () => Promise.all(clusters.map((one) => one.stop())) },
  });
}

async function makeTemplate(dataDirectory: string): Promise<void> {
  const postgres = await start(dataDirectory);
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  // Tests open thousands of connections, and each hashes the password 4,096 times on both sides otherwise.
  await admin.query(`SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(postgres.url).password}'`);
  await admin.query('CREATE DATABASE template_parley');
  await admin.end();
  await platform().migrate(withDatabase(postgres.url, 'template_parley'), migrations().migrations);
  await postgres.stop();
}

async function start(dataDirectory: string) {
  const sockets = join(dataDirectory, 'sockets');
  const isSocket = sockets.length <= LONGEST_SOCKET;
  if (isSocket) {
    mkdirSync(sockets, { recursive: true });
    for (const path of [dirname(dataDirectory), dataDirectory, sockets]) chmodSync(path, 0o777);
  }
  const postgres = await platform().startEmbeddedPostgres({
    dataDirectory,
    durable: false,
    settings: {
      max_connections: '200',
      wal_level: 'minimal',
      max_wal_senders: '0',
      ...(isSocket && { unix_socket_directories: sockets }),
    },
  });
  return { ...postgres, url: isSocket ? `${postgres.url}?host=${encodeURIComponent(sockets)}` : postgres.url };
}
