import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { ROOT } from '../support/server-process';

/** The program of a process, and the line by which it announces that it serves. */
export interface Program {
  readonly main: string;
  readonly options?: readonly string[];
  readonly ready: RegExp;
}

const SERVER: Program = { main: join(ROOT, 'dist/apps/server/src/main.js'), ready: /Parley is ready/ };

/** The node dies with the test run, even if that is killed: a watchdog holds the other end of a pipe. */
const GUARD = `
( ( trap '' HUP TERM; read -r _ <&3 || kill -KILL $$ ) </dev/null >/dev/null 2>&1 & )
exec "$@" 3<&-
`;

/** One node of a cluster: the built server, or another program, in a process of its own. */
export class NodeProcess {
  /** Everything that it has printed. */
  output = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;
  private readonly becameReady: Promise<void>;

  private constructor(
    readonly port: number,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly program: Program,
  ) {
    const { TEST_POSTGRES_URL: _, ...inherited } = process.env;
    this.child = spawn('/bin/sh', ['-c', GUARD, 'guard', process.execPath, program.main, ...(program.options ?? [])], {
      cwd: ROOT,
      env: { ...inherited, ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.exited = once(this.child, 'exit');
    const guard = this.child.stdio[3] as Writable;
    guard.on('error', () => guard.destroy()); // The watchdog may have ended before.
    void this.exited.then(() => guard.end('\n'));
    this.becameReady = new Promise((resolve, reject) => {
      for (const stream of [this.child.stdout!, this.child.stderr!]) {
        stream.on('data', (chunk: Buffer) => {
          this.output += chunk.toString();
          if (program.ready.test(this.output)) resolve();
        });
      }
      void this.exited.then(() => reject(new Error(`The node ended before it was ready: ${this.output}`)));
    });
    this.becameReady.catch(() => undefined); // The exit is reported to the caller that waits.
  }

  static start(port: number, environment: NodeJS.ProcessEnv, program = SERVER): NodeProcess {
    return new NodeProcess(port, environment, program);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** @throws Error when it ended before it served */
  ready(): Promise<void> {
    return this.becameReady;
  }

  /** Pauses it; its connections stay open. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  async killAndRestart(): Promise<NodeProcess> {
    await this.kill();
    return NodeProcess.start(this.port, this.environment, this.program);
  }

  /** Stops it as a process manager does; resolves with its exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    await this.exited;
    return this.child.exitCode;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
