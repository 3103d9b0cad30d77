import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../test/support/ports';
import { PeerProcess } from './peer-process';
import { HOST, PASSWORD, ROOMS } from './xmpp';

const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql';
const DATABASE = 'ejabberd';

/** The ejabberd of the system, with accounts and the archive of its rooms in a database of the cluster that Parley uses. */
export class EjabberdServer {
  private constructor(
    private readonly process: PeerProcess,
    private readonly directory: string,
    private readonly archive: Client,
  ) {}

  /** Resolves when it listens. @param database in whose cluster its own one is made */
  static async start(accounts: readonly string[], database: Client): Promise<EjabberdServer> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-ejabberd-'));
    try {
      const archive = await makeDatabase(database, accounts);
      const port = await freePort();
      const file = join(directory, 'ejabberd.yml');
      writeFileSync(file, configuration(port, database));
      mkdirSync(join(directory, 'mnesia'));
      const log = join(directory, 'ejabberd.log');
      // As `ejabberdctl foreground` does, but without a name for other nodes.
      const options = ['+K', 'true', '-noinput', '-mnesia', 'dir', JSON.stringify(join(directory, 'mnesia'))];
      const child = spawn('erl', [...options, '-s', 'ejabberd'], {
        env: { ...process.env, ERL_LIBS: LIBRARIES, EJABBERD_CONFIG_PATH: file, EJABBERD_LOG_PATH: log },
        cwd: directory,
        stdio: 'ignore',
      });
      const running = new PeerProcess(port, child);
      await running.listens(() => readFileSync(log, 'utf8'));
      return new EjabberdServer(running, directory, archive);
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  /** @throws Error where it is not installed */
  static get version(): string {
    const name = readdirSync(LIBRARIES).find((one) => /^ejabberd-[\d.]+$/.test(one));
    if (!name) throw new Error('ejabberd is not installed');
    return name.replace('-', ' ');
  }

  /** Messages in the archive. */
  async archived(): Promise<number> {
    const { rows } = await this.archive.query<{ count: string }>('SELECT count(*) FROM archive');
    return Number(rows[0].count);
  }

  get port(): number {
    return this.process.port;
  }

  get pid(): number {
    return this.process.child.pid!;
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await this.archive.end();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

async function makeDatabase(cluster: Client, accounts: readonly string[]): Promise<Client> {
  await cluster.query(`CREATE DATABASE ${DATABASE}`);
  const database = new Client({ ...connectionOf(cluster), database: DATABASE });
  await database.connect();
  await database.query(readFileSync(SCHEMA, 'utf8'));
  await database.query('INSERT INTO users (username, password) SELECT unnest($1::text[]), $2', [accounts, PASSWORD]);
  return database;
}

/** Nothing holds messages back, and the connections are as many as ejabberd opens by default. */
function configuration(port: number, cluster: Client): string {
  const { host, port: sqlPort, user, password } = connectionOf(cluster);
  return `
hosts: [${HOST}]
loglevel: error
sql_type: pgsql
sql_server: ${JSON.stringify(host)}
sql_port: ${sqlPort}
sql_database: ${DATABASE}
sql_username: ${JSON.stringify(user)}
sql_password: ${JSON.stringify(password ?? '')}
auth_method: sql
default_db: sql
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    shaper: none
    access: all
    max_fsm_queue: 100000
modules:
  mod_disco: {}
  mod_mam:
    db_type: sql
    default: always
  mod_muc:
    host: ${ROOMS}
    max_users: 1000
    default_room_options:
      mam: true
      persistent: true
`;
}

const connectionOf = ({ host, port, user, password }: Client) => ({ host, port, user, password });
