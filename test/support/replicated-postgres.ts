import { startEmbeddedPostgres } from '@app/platform';
import type { EmbeddedPostgres } from '@app/platform';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { choosePostgresAccount } from '../../libs/platform/src/database/embedded/postgres-account';
import { findPostgresBinaries } from '../../libs/platform/src/database/embedded/postgres-binaries';
import { withDatabase } from './databases';
import { until } from './until';

/**
 * Both servers log all statements, so that tests see which of them answered. A conflict ends a read at once. Commits are
 * flushed as in production: otherwise the replica gets them a fifth of a second later.
 */
const SETTINGS = {
  max_connections: '100',
  log_statement: 'all',
  max_standby_streaming_delay: '0',
  synchronous_commit: 'on',
};

/** What only a superuser may give to the role of the tests. */
const RIGHTS = [
  'ALTER ROLE parley REPLICATION',
  `GRANT EXECUTE ON FUNCTION pg_wal_replay_pause(), pg_wal_replay_resume(), pg_promote(boolean, integer) TO parley`,
];

/** A PostgreSQL and a replica that follows it, both from the embedded binaries. */
export class ReplicatedPostgres {
  private replica: EmbeddedPostgres;

  private constructor(
    private readonly directory: string,
    readonly primary: EmbeddedPostgres,
  ) {}

  static async start(): Promise<ReplicatedPostgres> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-replicated-'));
    chmodSync(directory, 0o711); // PostgreSQL may run as another account
    const first = await startEmbeddedPostgres(optionsOf(directory, 'primary'));
    await first.stop();
    giveRights(directory);
    await copyCluster(directory);
    const primary = await startEmbeddedPostgres(optionsOf(directory, 'primary'));
    const { password, port } = new URL(primary.url);
    const follow = `host=127.0.0.1 port=${port} user=parley password=${password}`;
    appendFileSync(join(directory, 'replica/postgres/postgresql.auto.conf'), `primary_conninfo = '${follow}'\n`);
    const both = new ReplicatedPostgres(directory, primary);
    await both.startReplica();
    return both;
  }

  /** Where the replica has the database of that address. Its port stays when it starts again. */
  atReplica(databaseUrl: string): string {
    return withDatabase(this.replica.url, new URL(databaseUrl).pathname.slice(1));
  }

  async startReplica(): Promise<void> {
    const port = this.replica ? Number(new URL(this.replica.url).port) : undefined;
    this.replica = await startEmbeddedPostgres({ ...optionsOf(this.directory, 'replica'), port });
  }

  stopReplica(): Promise<void> {
    return this.replica.stop();
  }

  /** Stops the processes of the replica where they are; their connections stay open. */
  signalReplica(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const [line] = readFileSync(join(this.directory, 'replica/postgres/postmaster.pid'), 'utf8').split('\n');
    const children = spawnSync('pgrep', ['-P', line], { encoding: 'utf8' }).stdout.trim().split('\n');
    for (const pid of [line, ...children]) process.kill(Number(pid), signal);
  }

  /** From then on the replica gets the log, and does nothing with it. */
  async pause(): Promise<void> {
    await this.onReplica('SELECT pg_wal_replay_pause()');
    await until(async () => (await this.onReplica('SELECT pg_get_wal_replay_pause_state() AS is')) === 'paused');
  }

  resume(): Promise<unknown> {
    return this.onReplica('SELECT pg_wal_replay_resume()');
  }

  promote(): Promise<unknown> {
    return this.onReplica('SELECT pg_promote()');
  }

  /** The number of statements that match in the log of that server. */
  statements(server: 'primary' | 'replica', pattern: RegExp): number {
    const log = readFileSync(join(this.directory, server, 'postgres.log'), 'utf8');
    const statements = log.split(/^.*LOG: {2}(?:execute [^:]*|statement): /m);
    return statements.filter((text) => pattern.test(text)).length;
  }

  async stop(): Promise<void> {
    await this.replica?.stop();
    await this.primary.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** The value in the only row, if any. */
  private async onReplica(text: string): Promise<unknown> {
    const client = new Client({ connectionString: this.replica.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ is: unknown }>(text);
      return rows[0].is;
    } finally {
      await client.end();
    }
  }
}

const optionsOf = (directory: string, server: string) => ({
  dataDirectory: join(directory, server),
  durable: false,
  settings: SETTINGS,
});

/** The superuser has no password, so the statements are given to a server for one session. */
function giveRights(directory: string): void {
  const { postgres } = findPostgresBinaries();
  const cluster = join(directory, 'primary/postgres');
  const { prefix, identity } = choosePostgresAccount(postgres, join(directory, 'primary'), cluster);
  const [command, ...rest] = [...prefix, postgres, '--single', '-D', cluster, 'parley'];
  const input = RIGHTS.map((statement) => `${statement}\n`).join('');
  const { status, stderr } = spawnSync(command, rest, { ...identity, cwd: '/', input, encoding: 'utf8' });
  if (status !== 0 || /ERROR|FATAL/.test(stderr)) throw new Error(`The rights could not be given: ${stderr}`);
}

/** A replica begins as a copy of a server that was stopped in order. `cpSync` drops the modes of directories on Node 22. */
async function copyCluster(directory: string): Promise<void> {
  mkdirSync(join(directory, 'replica'), { mode: 0o711 });
  for (const part of ['postgres', 'postgres.password'])
    await cp(join(directory, 'primary', part), join(directory, 'replica', part), { recursive: true });
  writeFileSync(join(directory, 'replica/postgres/standby.signal'), '');
}
