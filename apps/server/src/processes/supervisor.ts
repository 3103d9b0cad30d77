import { Config, Log } from '@app/platform';
import cluster, { Worker } from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FromProcess, SLOT, ToProcess } from './messages';
import { Rounds } from './rounds';

const MAIN = join(__dirname, '..', 'main.js');
/** A process that ends sooner than this is restarted after growing pauses, because the cause probably remains. */
const SOUND_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The time that a process has after a signal to end its requests. */
const PATIENCE_MS = 8_000;

type Ready = Extract<FromProcess, { say: 'ready' }>;

interface Member {
  readonly worker: Worker;
  readonly startedAt: number;
  readonly exited: Promise<void>;
}

/**
 * Several server processes on one machine behind one port. A free process takes the next connection. A process that
 * ends is restarted while the others continue.
 */
export class Supervisor {
  private readonly log: Log;
  private readonly members = new Map<number, Member>();
  private readonly failures = new Map<number, number>();
  private readonly rounds = new Rounds();
  private isEnding = false;

  constructor(
    private readonly config: Config,
    private readonly databaseUrl: string,
  ) {
    this.log = new Log(config.logLevel);
  }

  /**
   * Resolves when all processes are ready, with the message of the process that created the organization, otherwise of
   * the last one.
   * @throws Error when one of them ends before that
   */
  async start(): Promise<Ready> {
    // Processes accept connections themselves. A connection that is given to a process that ends at that moment would
    // never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: MAIN,
      execArgv: ['--max-semi-space-size=32', '--use-largepages=silent', '--enable-source-maps'],
    });
    const slots = Array.from({ length: this.config.processes }, (_, index) => index + 1);
    const ready = await Promise.all(slots.map((slot) => this.launchFirst(slot)));
    for (const slot of slots) this.keepAlive(slot);
    return ready.find(({ firstStart }) => firstStart.created) ?? ready.at(-1)!;
  }

  /** Ends them all, and resolves when none is left. */
  async stop(): Promise<void> {
    this.isEnding = true;
    const members = [...this.members.values()];
    for (const { worker } of members) worker.process.kill('SIGTERM');
    const patience = PATIENCE_MS + this.config.drainSeconds * 1_000;
    const kill = setTimeout(() => members.forEach(({ worker }) => worker.process.kill('SIGKILL')), patience);
    await Promise.all(members.map(({ exited }) => exited));
    clearTimeout(kill);
  }

  private launchFirst(slot: number): Promise<Ready> {
    const { worker, exited } = this.launch(slot);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromProcess) => {
        if (message.say === 'ready') resolve(message);
      });
      void exited.then(() => reject(new ProcessesFailed(slot)));
    });
  }

  private launch(slot: number): Member {
    const worker = cluster.fork({ DATABASE_URL: this.databaseUrl, [SLOT]: String(slot) });
    worker.on('message', (message: FromProcess) => this.hear(worker, message));
    worker.on('error', (error) => this.log.warn('a process does not listen', { slot, error }));
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const member = { worker, startedAt: Date.now(), exited };
    this.members.set(slot, member);
    return member;
  }

  private keepAlive(slot: number): void {
    const { worker, startedAt, exited } = this.members.get(slot)!;
    void exited.then(async () => {
      if (this.isEnding) return;
      const { exitCode, signalCode } = worker.process;
      const failures = Date.now() - startedAt < SOUND_MS ? (this.failures.get(slot) ?? 0) + 1 : 0;
      this.failures.set(slot, failures);
      this.log.error('a process ended, and is started again', { slot, exitCode, signalCode, failures });
      if (failures > 0) await delay(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS));
      if (this.isEnding) return;
      this.launch(slot);
      this.keepAlive(slot);
    });
  }

  private hear(worker: Worker, message: FromProcess): void {
    if (message.say === 'measured') this.rounds.answer(message.round, message.metrics);
    if (message.say === 'measure') void this.measureFor(worker, message.question);
  }

  private async measureFor(worker: Worker, question: number): Promise<void> {
    const all = await this.rounds.collect((round) => {
      const connected = [...this.members.values()].filter((member) => member.worker.isConnected());
      for (const member of connected) send(member.worker, { say: 'measure', round });
      return connected.length;
    });
    send(worker, { say: 'measurements', question, all });
  }
}

export class ProcessesFailed extends Error {
  constructor(slot: number) {
    super(`Process ${slot} ended before it served; what it said is above.`);
    this.name = 'ProcessesFailed';
  }
}

/** A process that is ending receives no messages. */
function send(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message);
}
