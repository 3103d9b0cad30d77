import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeProcess } from '../scale/node-process';
import { newDatabase } from './databases';
import { PARLEY_DATABASE_PATIENCE } from './last-resort';
import { freePort } from './ports';

const OWNER = 'olivia@example.org';

/** A database and a directory of a test's own, for nodes in processes of their own that may be killed. */
export class NodeHost {
  private readonly nodes: NodeProcess[] = [];

  private constructor(
    readonly directory: string,
    readonly databaseUrl: string,
  ) {}

  static async open(): Promise<NodeHost> {
    return new NodeHost(mkdtempSync(join(tmpdir(), 'parley-killed-')), await newDatabase());
  }

  /** Resolves when the node serves. `environment` wins. */
  async startNode(environment: NodeJS.ProcessEnv = {}): Promise<NodeProcess> {
    const node = NodeProcess.start(await freePort(), {
      DATABASE_URL: this.databaseUrl,
      PARLEY_DATA_DIR: this.directory,
      PARLEY_OWNER_EMAIL: OWNER,
      PARLEY_OWNER_PASSWORD: 'a long enough secret',
      PARLEY_DEV_LOGIN: '1',
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_DATABASE_PATIENCE,
      PARLEY_LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      ...environment,
    });
    this.nodes.push(node);
    await node.ready();
    return node;
  }

  /** Kills it, and starts it again at the same address; the caller waits until it is ready. */
  async restart(node: NodeProcess): Promise<NodeProcess> {
    const next = await node.killAndRestart();
    this.nodes.push(next);
    return next;
  }

  /** The credentials of the owner. */
  async authorization({ url }: NodeProcess): Promise<string> {
    const body = new URLSearchParams({ username: OWNER });
    const response = await fetch(`${url}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
    const { email, api_key: key } = (await response.json()) as { email: string; api_key: string };
    return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    rmSync(this.directory, { recursive: true, force: true });
  }
}
