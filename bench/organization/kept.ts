import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../libs/platform/src/database/embedded/embedded-postgres';
import { startServer, stopServer } from '../support';
import { fill } from './fill';
import { COMPANY, Extent, Plan } from './plan';
import { Random } from './random';
import { searchIndex } from './search-index';

const SEED = 20_261_121;
const PREFIX = 'parley-organization-';
/** A run that still copies an older one has ended by then. */
const OUTDATED_MS = 3_600_000;

/** What a kept organization depends on: the schema and the generator. */
const SOURCES = [join(__dirname, '../../dist/migrations'), __dirname];

/**
 * The data directory of an organization with so many messages, created if there is none for this schema yet. No server
 * may run in it: it is for copying.
 */
export async function keptOrganization(messages: number, extent: Extent = COMPANY): Promise<string> {
  const directory = join(tmpdir(), `${PREFIX}${extent.users}-${messages}-${fingerprint()}`);
  if (existsSync(directory)) return directory;
  const nursery = mkdtempSync(join(tmpdir(), 'parley-bench-nursery-'));
  await make(nursery, messages, extent);
  forgetOutdated();
  if (existsSync(directory)) rmSync(nursery, { recursive: true });
  else renameSync(nursery, directory);
  return directory;
}

/** A copy that may be changed; the caller removes it. */
export function copyOf(directory: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  execFileSync('cp', ['-a', '--reflink=auto', `${directory}/.`, copy]);
  return copy;
}

async function make(directory: string, messages: number, extent: Extent): Promise<void> {
  const began = performance.now();
  const say = (what: string) => console.error(`${((performance.now() - began) / 1_000).toFixed(0)} s: ${what}`);
  say(`an organization of ${messages.toLocaleString('en')} messages is being made; it is kept for later runs`);
  const settings = { max_wal_size: '8GB', log_error_verbosity: 'default' };
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, durable: false, settings });
  await stopServer((await startServer(postgres.url, directory)).server); // This creates the schema and the organization.
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const random = new Random(SEED);
  const plan = new Plan(random, messages, extent);
  say('planned');
  await fill(client, plan, random);
  say('written');
  await searchIndex(client);
  say('indexed');
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
  await postgres.stop();
  say('ready');
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const name of readdirSync(source).filter((one) => /\.[jt]s$/.test(one))) {
      hash.update(readFileSync(join(source, name)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function forgetOutdated(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    if (Date.now() - statSync(path).mtimeMs > OUTDATED_MS) rmSync(path, { recursive: true, force: true });
  }
}
