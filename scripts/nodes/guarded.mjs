import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * The program and its children end with this process, even by SIGKILL. A watchdog reads from a pipe of this process and
 * kills them when the pipe ends. A line on the pipe ends the watchdog.
 */
const GUARD = `
( ( trap '' HUP TERM INT; read -r _ <&3 || kill -KILL -$$ ) </dev/null >/dev/null 2>&1 & )
exec "$@" 3<&-
`;

/** A program that ends with us. Ctrl-C in the terminal reaches us alone; we end what we have started in good order. */
export class Guarded {
  isRunning = true;

  /** @param onLine takes each line that it prints */
  constructor(command, { env = process.env, cwd, onLine }) {
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe'];
    this.child = spawn('/bin/sh', ['-c', GUARD, 'parley-guard', ...command], { env, cwd, stdio, detached: true });
    for (const stream of [this.child.stdout, this.child.stderr]) eachLine(stream, onLine);
    const guard = this.child.stdio[3];
    guard.on('error', () => guard.destroy()); // the watchdog may already have ended
    this.exited = once(this.child, 'exit').then(([code, signal]) => {
      this.isRunning = false;
      guard.end('\n');
      return signal ?? `code ${code}`;
    });
  }

  /** Asks it to end, and resolves when it has; by force after that time. */
  async stop(patienceMs) {
    if (!this.isRunning) return;
    const force = setTimeout(() => this.child.kill('SIGKILL'), patienceMs);
    this.child.kill('SIGTERM');
    await this.exited;
    clearTimeout(force);
  }
}

function eachLine(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  });
}
