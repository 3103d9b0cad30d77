import { EmbeddedPostgres, startEmbeddedPostgres } from '@app/platform';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPostmaster } from '../../libs/platform/src/database/embedded/postmaster-file';
import { freePort } from '../support/ports';
import { gone } from '../support/server-process';
import { startBalancer } from './balancer';
import { NodeProcess } from './node-process';

/** How long a crashed PostgreSQL stays down, and all clients without an answer. */
const OUTAGE_MS = 1_000;
export const PASSWORD = 'a long enough secret';

/**
 * Nodes behind a balancer on one PostgreSQL with full durability, as an operator runs them, with functions that kill
 * each part.
 */
export class Cluster {
  readonly ownerEmail = 'olivia@example.org';
  nodes: NodeProcess[] = [];
  private balancer: NodeProcess | null = null;
  private readonly directory = mkdtempSync(join(tmpdir(), 'parley-cluster-'));
  private postgres: EmbeddedPostgres;
  private postgresPort: number;

  constructor(private readonly size: number) {}

  /** Of the balancer. */
  get url(): string {
    return this.balancer!.url;
  }

  get balancedBy(): string {
    return /The balancer listens: (.*)\./.exec(this.balancer!.output)![1];
  }

  /** All nodes at once, on an empty database. */
  async start(): Promise<void> {
    this.postgresPort = await freePort();
    await this.startPostgres();
    const shared = {
      DATABASE_URL: this.postgres.url,
      PARLEY_SECRET_KEY: randomBytes(32).toString('hex'),
      PARLEY_DATA_DIR: join(this.directory, 'shared'),
      PARLEY_BASE_URL: 'http://127.0.0.1',
      PARLEY_OWNER_EMAIL: this.ownerEmail,
      PARLEY_OWNER_PASSWORD: PASSWORD,
      PARLEY_TRUSTED_PROXIES: '127.0.0.1,127.0.0.2',
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
    };
    for (let i = 0; i < this.size; i++) this.nodes.push(NodeProcess.start(await freePort(), shared));
    await this.ready();
    const ports = this.nodes.map(({ port }) => port);
    this.balancer = await startBalancer(await freePort(), ports);
  }

  async ready(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.ready()));
  }

  /** Kills a node and starts it again at the same address; resolves when it serves. */
  async bounce(index: number): Promise<void> {
    this.nodes[index] = await this.nodes[index].killAndRestart();
    await this.nodes[index].ready();
  }

  /** Kills PostgreSQL's main process, and a node that restarts before it. */
  async crashPostgres(index: number): Promise<void> {
    const cluster = join(this.directory, 'database', 'postgres');
    const { pid } = readPostmaster(cluster)!;
    process.kill(pid, 'SIGKILL');
    await this.postgres.stopped;
    await gone([pid]);
    this.nodes[index] = await this.nodes[index].killAndRestart();
    await delay(OUTAGE_MS);
    await this.startPostgres();
    await this.ready();
  }

  /** Ends everything that was started, also after a partial start. */
  async stop(): Promise<void> {
    await this.balancer?.stop();
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.postgres?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async startPostgres(): Promise<void> {
    this.postgres = await startEmbeddedPostgres({
      dataDirectory: join(this.directory, 'database'),
      durable: true,
      port: this.postgresPort,
      settings: { max_connections: '100' },
    });
  }
}
