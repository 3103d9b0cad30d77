import { BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Log } from '../log/log';
import { inTime, Metrics } from '../metrics/metrics';
import type { Backlog, Worker } from './worker';
import { WorkerLoop } from './worker-loop';

/** All first looks at once would take the whole pool of connections from the first requests. */
const BETWEEN_STARTS_MS = 20;
/** Thirty workers that look so seldom cost two transactions a second, and work of a killed node waits no longer than that. */
const LONGEST_REST_MS = 15_000;

/**
 * The one home of what is done outside requests. A context adds its workers in `onModuleInit`; they start with
 * the node, and stop with it at the end of what they are just doing.
 */
@Injectable()
export class Workers implements BeforeApplicationShutdown {
  /** Tests that make rows by SQL set it to 0: workers then never rest longer than their interval. */
  longestRestMs = LONGEST_REST_MS;
  private readonly loops = new Map<string, WorkerLoop>();

  constructor(
    private readonly log: Log,
    { registry }: Metrics,
  ) {
    const measure = (name: string, help: string, value: (backlog: Backlog) => number) => {
      const workers = () => [...this.loops.values()].map(({ worker }) => worker);
      new Gauge({
        name,
        help,
        labelNames: ['worker'],
        registers: [registry],
        async collect() {
          // One after the other takes no connection from requests; all together must not take long either.
          const measured = new Map<string, Backlog>();
          const all = workers();
          await inTime(
            (async () => {
              for (const worker of all) {
                const backlog = await worker.backlog().catch(() => null);
                if (backlog) measured.set(worker.name, backlog);
              }
            })(),
          );
          // Without a database it is not known, and left out: the other measurements are wanted just then.
          for (const { name } of all) {
            const backlog = measured.get(name);
            if (backlog) this.set({ worker: name }, value(backlog));
            else this.remove(name);
          }
        },
      });
    };
    measure('parley_backlog', 'Rows that wait for a worker', ({ waiting }) => waiting);
    measure('parley_backlog_oldest_seconds', 'Age of what has waited longest', ({ oldestSeconds }) => oldestSeconds);
  }

  /** @throws Error for a name that is taken */
  add(worker: Worker): void {
    if (this.loops.has(worker.name)) throw new Error(`There are two workers named ${worker.name}.`);
    this.loops.set(worker.name, new WorkerLoop(worker, this.log, this));
  }

  /** There is work for the worker. Called after the commit. */
  nudge(name: string): void {
    this.loops.get(name)?.nudge();
  }

  /** Something happened in the database, so rows of work may have come, at this node or another. */
  stir(): void {
    for (const loop of this.loops.values()) loop.stir();
  }

  /**
   * To be called once the node serves. A command of the operator's starts none: what it took up would be left half done
   * when it ends.
   */
  start(): void {
    [...this.loops.values()].forEach((loop, place) => loop.start(place * BETWEEN_STARTS_MS));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.loops.values()].map((loop) => loop.stop()));
  }
}
