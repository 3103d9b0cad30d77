import { performance } from 'node:perf_hooks';

/** Long enough that one answer does not count as load, and short enough that load is seen soon. */
const WINDOW_MS = 200;
/** A node whose event loop works for a smaller part of the time has time left. */
const BUSY_PART = 0.6;

/** How busy the event loop of this process is. */
export class EventLoopLoad {
  private before = performance.eventLoopUtilization();
  private wasBusy = false;

  /** Of the last complete window. Called often. */
  get isBusy(): boolean {
    const { active, idle, utilization } = performance.eventLoopUtilization(this.before);
    if (active + idle < WINDOW_MS) return this.wasBusy;
    this.before = performance.eventLoopUtilization();
    this.wasBusy = utilization >= BUSY_PART;
    return this.wasBusy;
  }
}
