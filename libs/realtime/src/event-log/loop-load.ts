import { performance } from 'node:perf_hooks';

/** Long enough that one answer does not count as load, and short enough that load is seen soon. */
const WINDOW_MS = 200;

/** How busy the event loop of this process is. */
export class LoopLoad {
  private before = performance.eventLoopUtilization();
  private part = 0;

  /** The part of the last complete window in which it worked: 0 to 1. Called often. */
  get busyPart(): number {
    const { active, idle, utilization } = performance.eventLoopUtilization(this.before);
    if (active + idle < WINDOW_MS) return this.part;
    this.before = performance.eventLoopUtilization();
    this.part = utilization;
    return utilization;
  }
}
