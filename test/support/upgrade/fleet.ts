import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startBalancer } from '../../scale/balancer';
import { NodeProcess } from '../../scale/node-process';
import { PARLEY_DATABASE_PATIENCE } from '../last-resort';
import { freePort } from '../ports';
import { Asker, PASSWORD, Tally } from './asker';
import type { Version } from './versions';

const READY = /Parley is ready/;
const PATIENCE_MS = 60_000;
const BETWEEN_LOOKS_MS = 50;

/** Nodes as processes behind a balancer, each of which can be upgraded separately. */
export class Fleet {
  readonly ownerEmail = 'olivia@example.org';
  readonly directory = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
  readonly tally = new Tally();
  readonly nodes: NodeProcess[] = [];
  private environment: NodeJS.ProcessEnv;
  private balancer: NodeProcess;

  constructor(
    private readonly databaseUrl: string,
    private readonly balancerKind: string,
  ) {}

  async start(count: number, version: Version): Promise<void> {
    const ports: number[] = [];
    while (ports.length < count) ports.push(await freePort());
    const balancerPort = await freePort();
    this.environment = {
      DATABASE_URL: this.databaseUrl,
      PARLEY_SECRET_KEY: randomBytes(32).toString('hex'),
      PARLEY_DATA_DIR: join(this.directory, 'shared'),
      PARLEY_BASE_URL: `http://127.0.0.1:${balancerPort}`,
      PARLEY_TRUSTED_PROXIES: '127.0.0.2',
      PARLEY_OWNER_EMAIL: this.ownerEmail,
      PARLEY_OWNER_PASSWORD: PASSWORD,
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_DATABASE_PATIENCE,
      PARLEY_LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
    };
    for (const port of ports) this.nodes.push(this.launch(port, version));
    await Promise.all(this.nodes.map((node) => node.ready()));
    this.balancer = await startBalancer(balancerPort, ports, this.balancerKind);
  }

  get url(): string {
    return this.balancer.url;
  }

  login(email = this.ownerEmail): Promise<Asker> {
    return Asker.login(this.url, this.tally, email);
  }

  /** Stops a node as a process manager does, and starts that version in its place. Returns its exit code. */
  async replace(index: number, version: Version): Promise<number | null> {
    const { port } = this.nodes[index];
    const code = await this.nodes[index].stop();
    this.nodes[index] = this.launch(port, version);
    await this.nodes[index].ready();
    return code;
  }

  /** The versions that answer at the nodes. */
  versions(): Promise<string[]> {
    return Promise.all(this.nodes.map(({ url }) => versionAt(url)));
  }

  /**
   * Resolves when the balancer uses a node again: after failures it pauses for a while.
   * @throws Error when it does not within a minute
   */
  async isAskedAgain(index: number): Promise<void> {
    const { url } = this.nodes[index];
    const asked = async () =>
      /parley_request_seconds_count\{method="POST",route="\/api\/v1\/messages"/.test(
        await (await fetch(`${url}/metrics`)).text(),
      );
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await asked())) {
      if (Date.now() > deadline) throw new Error(`Nobody asks ${url}; failures: ${this.tally.failures.join()}`);
      await delay(BETWEEN_LOOKS_MS);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.balancer?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private launch(port: number, version: Version): NodeProcess {
    return NodeProcess.start(port, this.environment, { main: version.main, ready: READY });
  }
}

async function versionAt(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/server_settings`);
  return ((await answer.json()) as { zulip_version: string }).zulip_version;
}
