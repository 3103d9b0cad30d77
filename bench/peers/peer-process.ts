import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';

const PATIENCE_MS = 30_000;

/** The process of another server, which ends with this one. */
export class PeerProcess {
  constructor(
    readonly port: number,
    readonly child: ChildProcess,
  ) {
    process.once('exit', () => child.kill('SIGKILL'));
  }

  /** Resolves when it takes connections. @param trouble what it has written about its start */
  async listens(trouble: () => string): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline && this.child.exitCode === null) {
      if (await answers(this.port)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server does not listen: ${trouble()}`);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await ended;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
