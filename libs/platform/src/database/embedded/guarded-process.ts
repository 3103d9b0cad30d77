import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { PostgresAccount } from './postgres-account';

/**
 * The program ends with us, even by SIGKILL: a shell leaves a watchdog that holds the reading end of a pipe from us,
 * then becomes the program (same pid, our direct child). When we are gone the pipe ends and the watchdog interrupts
 * the program; a line on the pipe sends the watchdog home instead. The watchdog is started first, so there is no moment
 * without it, and twice removed, so that the program is not its parent and never has to reap it.
 */
const GUARD = `
( ( trap '' HUP TERM; read -r _ <&3 || kill -INT $$ ) </dev/null >/dev/null 2>&1 & )
exec "$@" 3<&-
`;

/** Nothing of our environment may steer PostgreSQL (PGDATA, LD_PRELOAD, locales). */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

export class GuardedProcess {
  /** Resolves with the exit code when the program has ended; 1 when a signal ended it, 127 when it never began. */
  readonly exited: Promise<number>;
  private readonly child: ChildProcess;
  private running = true;

  /** @param output descriptor of the file that takes what the program prints */
  constructor(command: string[], account: PostgresAccount, output: number) {
    this.child = spawn('/bin/sh', ['-c', GUARD, 'parley-guard', ...account.prefix, ...command], {
      ...account.identity,
      env: ENVIRONMENT,
      cwd: '/',
      stdio: ['ignore', output, output, 'pipe'],
      // A separate session: Ctrl-C must reach only this process, which stops the database after its own work.
      detached: true,
    });
    this.exited = this.watch(output);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.running;
  }

  signal(name: NodeJS.Signals): void {
    if (this.running) this.child.kill(name);
  }

  private async watch(output: number): Promise<number> {
    const pipe = this.child.stdio[3] as Writable;
    // The watchdog may have been killed before the message below reaches it.
    pipe.on('error', () => pipe.destroy());
    try {
      const [code] = (await once(this.child, 'exit')) as [number | null];
      return code ?? 1;
    } catch (error) {
      // It could not be started at all; this text takes the place of its last output.
      writeSync(output, `${(error as Error).message}\n`);
      return 127;
    } finally {
      this.running = false;
      pipe.end('\n');
    }
  }
}
