import { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres, startEmbeddedPostgres } from '../../libs/platform/src/database/embedded/embedded-postgres';
import { readPostmaster } from '../../libs/platform/src/database/embedded/postmaster-file';
import { Bench, startServer, stopServer } from '../support';

const SCRIPTS = join(__dirname, '../../scripts/nodes');
const CONNECTIONS = 160;

/** The programs of nodes and balancer that `npm run scale` starts. */
interface Balancer {
  readonly name: string;
  /** Only for nginx; the small balancer runs in this process. */
  readonly process?: { child: ChildProcess };
  start(): Promise<void>;
  stop(): Promise<void>;
}
type BalancerClass = new (port: number, ports: readonly number[]) => Balancer;
const { freePorts, balancerAddress } = module.require(join(SCRIPTS, 'addresses.mjs')) as {
  freePorts(count: number): Promise<number[]>;
  balancerAddress: string | undefined;
};
const { isNginxInstalled, Nginx } = module.require(join(SCRIPTS, 'nginx.mjs')) as {
  isNginxInstalled(): boolean;
  Nginx: BalancerClass;
};
const { Balancer: SmallBalancer } = module.require(join(SCRIPTS, 'balancer.mjs')) as { Balancer: BalancerClass };

/** Nodes on one PostgreSQL with full durability behind a round-robin balancer, as `npm run scale` starts them. */
export class Nodes {
  readonly pids: number[] = [];
  private servers: { server: ChildProcess; url: string }[] = [];
  private balancer: Balancer | undefined;
  private port: number;
  private readonly secret = randomBytes(32).toString('hex');

  private constructor(
    private readonly directory: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly database: Client,
  ) {}

  static async open(): Promise<Nodes> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    const settings = { max_connections: `${CONNECTIONS}` };
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory, durable: true, settings });
    const database = new Client({ connectionString: postgres.url });
    await database.connect();
    return new Nodes(directory, postgres, database);
  }

  get postgresPid(): number {
    return readPostmaster(join(this.directory, 'postgres'))!.pid;
  }

  get balancerPid(): number | undefined {
    return this.balancer?.process?.child.pid;
  }

  /** For `addUsers` and `call` of support.ts, through the balancer. */
  get bench(): Bench {
    const { directory, database, postgres } = this;
    const { server } = this.servers[0];
    const stop = () => this.close();
    const url = `http://127.0.0.1:${this.port}`;
    return { url, server, database, databaseUrl: postgres.url, directory, stop };
  }

  /** Starts or stops nodes to reach this number, and a balancer in front of them. @returns its port */
  async scaleTo(count: number): Promise<number> {
    await this.balancer?.stop();
    this.balancer = undefined;
    while (this.servers.length > count) await stopServer(this.servers.pop()!.server);
    while (this.servers.length < count) this.servers.push(await this.startNode());
    this.pids.splice(0, Infinity, ...this.servers.map(({ server }) => server.pid!));
    [this.port] = await freePorts(1);
    const ports = this.servers.map(({ url }) => Number(new URL(url).port));
    this.balancer = isNginxInstalled() ? new Nginx(this.port, ports) : new SmallBalancer(this.port, ports);
    await this.balancer.start();
    return this.port;
  }

  async close(): Promise<void> {
    await this.balancer?.stop();
    await Promise.all(this.servers.splice(0).map(({ server }) => stopServer(server)));
    await this.database.end();
    await this.postgres.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private startNode(): Promise<{ server: ChildProcess; url: string }> {
    return startServer(this.postgres.url, this.directory, {
      PARLEY_SECRET_KEY: this.secret,
      PARLEY_BASE_URL: 'http://127.0.0.1',
      PARLEY_PROCESSES: '1',
      PARLEY_TRUSTED_PROXIES: balancerAddress ?? '127.0.0.1',
    });
  }
}
