import { withOperation } from '../http/authentication/origin';
import type { Log } from '../log/log';
import { backOff } from './back-off';
import type { Worker } from './worker';

/** How long workers rest at most while there is no traffic. */
interface Rests {
  readonly longestRestMs: number;
}

/**
 * Runs the passes of one worker, one at a time: at intervals, at once after a nudge, and at growing intervals after failures.
 * Without traffic, rows of work are rare: each pass that finds none doubles the interval. A row that comes without a nudge and
 * without traffic waits longer, and is not lost.
 */
export class WorkerLoop {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private pass: Promise<void> | null = null;
  /** Of the timer (performance.now()). */
  private dueAt = 0;
  private wasNudged = false;
  private wasStirred = false;
  private failures = 0;
  /** Until the next pass. */
  private restMs: number;

  constructor(
    readonly worker: Worker,
    private readonly log: Log,
    private readonly rests: Rests,
  ) {
    this.restMs = worker.everyMs / 2;
  }

  /** @param afterMs until the first pass; a nudge comes at once */
  start(afterMs = 0): void {
    this.schedule(afterMs);
  }

  /** There is work. A worker whose last pass failed still waits, because the cause probably remains. */
  nudge(): void {
    if (this.pass) this.wasNudged = true;
    else if (this.failures === 0 && this.timer) this.schedule(0);
  }

  /** There is traffic, so there may be work soon. */
  stir(): void {
    this.wasStirred = true;
    const { everyMs } = this.worker;
    if (this.restMs <= everyMs) return;
    this.restMs = everyMs;
    if (this.failures === 0 && this.timer && performance.now() + everyMs < this.dueAt) this.schedule(everyMs);
  }

  /** Resolves when the pass under way has come to its next pause. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer) clearTimeout(this.timer);
    await this.pass;
  }

  private schedule(milliseconds: number): void {
    if (this.stopping.signal.aborted) return;
    if (this.timer) clearTimeout(this.timer);
    this.dueAt = performance.now() + milliseconds;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.pass = this.run();
    }, milliseconds).unref();
  }

  /** Never rejects. */
  private async run(): Promise<void> {
    const { signal } = this.stopping;
    this.wasNudged = false;
    this.wasStirred = false;
    try {
      await withOperation(`worker ${this.worker.name}`, async () => {
        let hasWorked = false;
        while (!signal.aborted && (await this.worker.work(signal))) hasWorked = true;
        this.restMs = await this.nextRest(hasWorked);
      });
      this.failures = 0;
    } catch (error) {
      this.failures++;
      if (!signal.aborted) this.log.warn('a worker failed', { worker: this.worker.name, error });
    }
    this.pass = null;
    this.schedule(this.failures > 0 ? backOff(this.failures) : this.wasNudged ? 0 : this.restMs);
  }

  private async nextRest(hasWorked: boolean): Promise<number> {
    const { everyMs } = this.worker;
    const longer = Math.min(this.restMs * 2, this.rests.longestRestMs);
    if (hasWorked || longer <= everyMs) return everyMs;
    const dueInMs = (await this.worker.dueInMs?.()) ?? Infinity;
    return this.wasStirred ? everyMs : Math.max(everyMs, Math.min(longer, dueInMs));
  }
}
