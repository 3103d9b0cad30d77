import { withOperation } from '../http/authentication/origin';
import type { Log } from '../log/log';
import { backOff } from './back-off';
import type { Worker } from './worker';

/** Lets one worker work: now and then, at once when told to, later and later when it fails. One pass at a time. */
export class WorkerLoop {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private pass: Promise<void> | null = null;
  private wasNudged = false;
  private failures = 0;

  constructor(
    readonly worker: Worker,
    private readonly log: Log,
  ) {}

  /** @param afterMs until the first pass; a nudge comes at once */
  start(afterMs = 0): void {
    this.schedule(afterMs);
  }

  /** There is work. A worker whose last pass failed still waits, because the cause probably remains. */
  nudge(): void {
    if (this.pass) this.wasNudged = true;
    else if (this.failures === 0 && this.timer) this.schedule(0);
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
    this.timer = setTimeout(() => {
      this.timer = null;
      this.pass = this.run();
    }, milliseconds).unref();
  }

  /** Never rejects. */
  private async run(): Promise<void> {
    const { signal } = this.stopping;
    this.wasNudged = false;
    try {
      await withOperation(`worker ${this.worker.name}`, async () => {
        while (!signal.aborted && (await this.worker.work(signal)));
      });
      this.failures = 0;
    } catch (error) {
      this.failures++;
      if (!signal.aborted) this.log.warn('a worker failed', { worker: this.worker.name, error });
    }
    this.pass = null;
    this.schedule(this.failures > 0 ? backOff(this.failures) : this.wasNudged ? 0 : this.worker.everyMs);
  }
}
