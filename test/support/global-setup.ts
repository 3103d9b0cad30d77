import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { withDatabase } from './databases';

/** Jest resolves no aliases here, so this uses the built server: `npm test` builds it first. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const platform = () => require('../../dist/libs/platform/src') as typeof import('../../libs/platform/src');
// eslint-disable-next-line @typescript-eslint/no-require-imports
const migrations = () => require('../../dist/migrations') as typeof import('../../migrations');

/** One embedded PostgreSQL for the whole run; every test file gets a copy of its migrated template. */
export default async function setUp(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const postgres = await platform().startEmbeddedPostgres({
    dataDirectory: directory,
    durable: false,
    settings: { max_connections: '200' },
  });
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  // Tests open thousands of connections, and each hashes the password 4,096 times on both sides otherwise.
  await admin.query(`SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${new URL(postgres.url).password}'`);
  await admin.query('CREATE DATABASE template_parley');
  await admin.end();
  await platform().migrate(withDatabase(postgres.url, 'template_parley'), migrations().migrations);
  process.env.TEST_POSTGRES_URL = postgres.url;
  Object.assign(globalThis, { testPostgres: { directory, stop: () => postgres.stop() } });
}
