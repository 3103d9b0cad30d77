import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports';
import { until } from './until';

const installed = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  .map((place) => `${place}/pgbouncer`)
  .find((path) => existsSync(path));

/** PgBouncer refuses to run as root. */
const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** As `describe`, with a real PgBouncer; on a machine without one the tests are skipped, and in CI they fail. */
export function describeThroughPgBouncer(title: string, body: () => void): void {
  if (installed || process.env.CI) return describe(title, body);
  process.stderr.write(`Skipped, as PgBouncer is not installed: ${title}\n`);
  describe.skip(title, body);
}

/** A PgBouncer in transaction mode in front of the PostgreSQL of the tests. */
export class PgBouncer {
  private child: ChildProcess;

  private constructor(
    private readonly directory: string,
    private readonly port: number,
  ) {}

  /** @param poolSize connections to PostgreSQL, for each database */
  static async start(poolSize: number): Promise<PgBouncer> {
    if (!installed) throw new Error('PgBouncer is not installed.');
    const directory = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'));
    const pgbouncer = new PgBouncer(directory, await freePort());
    const { hostname, port, username, password } = new URL(process.env.TEST_POSTGRES_URL!);
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: pgbouncer.port,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: 'transaction',
      default_pool_size: poolSize,
      max_client_conn: 500,
      server_login_retry: 1,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const databases = `* = host=${hostname} port=${port} user=${username} password=${password}`;
    writeFileSync(pgbouncer.file, ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n'));
    chmodSync(directory, 0o755);
    await pgbouncer.launch();
    return pgbouncer;
  }

  private get file(): string {
    return join(this.directory, 'pgbouncer.ini');
  }

  /** The same database, through the pooler. */
  leadingTo(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    url.searchParams.delete('host');
    return url.href;
  }

  async launch(): Promise<void> {
    const command = [...(process.getuid?.() === 0 ? AS_NOBODY : []), installed!, '-q', this.file];
    this.child = spawn(command[0], command.slice(1), { stdio: 'ignore' });
    await until(() => this.answers());
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1')
        .once('error', () => resolve(false))
        .once('connect', () => {
          socket.destroy();
          resolve(true);
        });
    });
  }
}
