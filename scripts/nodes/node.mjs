import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../run.mjs';
import { Guarded } from './guarded.mjs';

const MAIN = join(root, 'dist/apps/server/src/main.js');
/** After it has drained. */
const PATIENCE_MS = 10_000;
/** A node that ends sooner than this is restarted after growing pauses. */
const SOUND_MS = 10_000;
const LONGEST_PAUSE_MS = 15_000;

/** A server with its own port, which is restarted whenever it ends. `greeting` is the output of a ready node. */
export class Node {
  failures = 0;
  isEnding = false;

  constructor(name, port, environment) {
    Object.assign(this, { name, port, environment });
  }

  /** Resolves when it serves. @throws Error when it ends before that */
  async start() {
    await this.launch();
    void this.keepAlive();
  }

  async stop() {
    this.isEnding = true;
    const drains = { ...process.env, ...this.environment }.PARLEY_DRAIN_SECONDS ?? 0;
    await this.process.stop(PATIENCE_MS + drains * 1_000);
  }

  async launch() {
    this.startedAt = Date.now();
    this.greeting = [];
    let ready;
    const isReady = new Promise((resolve) => (ready = resolve));
    let hasGreeted = false;
    this.process = new Guarded([process.execPath, '--enable-source-maps', MAIN], {
      env: { ...process.env, ...this.environment, PORT: String(this.port) },
      onLine: (line) => {
        if (line.startsWith('Parley is ready')) {
          hasGreeted = true;
          ready();
        } else if (hasGreeted && /^($|\s|Say hello)/.test(line)) this.greeting.push(line);
        else if (line !== '') console.log(`[${this.name}] ${line}`);
      },
    });
    await Promise.race([isReady, this.process.exited.then((how) => this.blame(how))]);
  }

  blame(how) {
    throw new Error(`${this.name} ended (${how}) before it served.`);
  }

  async keepAlive() {
    for (;;) {
      const how = await this.process.exited;
      if (this.isEnding) return;
      this.failures = Date.now() - this.startedAt < SOUND_MS ? this.failures + 1 : 0;
      console.log(`[${this.name}] ended (${how}), and is started again.`);
      if (this.failures > 0) await delay(Math.min(500 * 2 ** this.failures, LONGEST_PAUSE_MS));
      if (this.isEnding) return;
      const isBack = await this.launch().then(
        () => true,
        () => false, // the next round reports it
      );
      if (isBack) console.log(`[${this.name}] is back: pid ${this.process.child.pid}.`);
    }
  }
}
