import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAST_RESORT_MS } from './last-resort';

export const ROOT = join(__dirname, '../..');

/** `npm start` as an operator types it, on a data directory of the test's. */
export class ServerProcess {
  output = '';
  /** Exit code, or null after a signal. */
  readonly exited: Promise<number | null>;

  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.exited = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** `command` is run in the repository; its own environment wins. */
  static run(
    port: number,
    dataDirectory: string,
    environment: NodeJS.ProcessEnv = {},
    command = ['npm', 'start'],
  ): ServerProcess {
    const { TEST_POSTGRES_URL: _, ...inherited } = process.env;
    const env = { ...inherited, PORT: String(port), PARLEY_DATA_DIR: dataDirectory, NODE_ENV: 'test', ...environment };
    const child = spawn(command[0], command.slice(1), { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new ServerProcess(child, port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when it prints that it is ready. */
  async ready(): Promise<this> {
    await this.says(/Parley is ready/);
    return this;
  }

  /** Resolves when the output contains that text, and rejects when the process ends before. */
  says(pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => pattern.test(this.output) && resolve();
      for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', look);
      this.child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${this.output}`)));
      look();
    });
  }

  /** The processes of this server: npm, node and PostgreSQL, as the kernel knows them. */
  async tree(): Promise<number[]> {
    const { execFileSync } = await import('node:child_process');
    const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const parents = lines.map((line) => line.trim().split(/\s+/).map(Number));
    const found = [this.child.pid!];
    for (let grew = true; grew;) {
      const next = parents
        .filter(([pid, parent]) => found.includes(parent) && !found.includes(pid))
        .map(([pid]) => pid);
      found.push(...next);
      grew = next.length > 0;
    }
    return found;
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}

/** Resolves when none of the processes is left; zombies count as ended. */
export async function gone(pids: number[]): Promise<void> {
  const deadline = Date.now() + LAST_RESORT_MS;
  const alive = () => pids.filter((pid) => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(status(pid)));
  while (alive().length > 0) {
    if (Date.now() > deadline)
      throw new Error(
        `Still there: ${alive()
          .map((pid) => `${pid} ${commandOf(pid)}`)
          .join(', ')}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'State: Z'; // The process has ended meanwhile.
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
