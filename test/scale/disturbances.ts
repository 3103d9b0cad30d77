import { setTimeout as delay } from 'node:timers/promises';

const BETWEEN_LOOKS_MS = 50;

export type Trouble = 'killed' | 'paused' | 'crashed';

interface Disturbance {
  readonly trouble: Trouble;
  readonly from: number;
  to: number;
}

/** When which part was away, by performance.now(). */
export class Disturbances {
  private readonly all: Disturbance[] = [];

  /** @param aftermathMs what a node may still have under way so long after it came back, at the most */
  constructor(private readonly aftermathMs: number) {}

  /** @returns what to call when it is over */
  begin(trouble: Trouble): () => void {
    const disturbance = { trouble, from: performance.now(), to: Infinity };
    this.all.push(disturbance);
    return () => (disturbance.to = performance.now());
  }

  countOf(trouble: Trouble): number {
    return this.all.filter((one) => one.trouble === trouble).length;
  }

  /** Whether anything of that kind touched the time between the two moments, or its effects did. */
  touches(from: number, to: number, troubles: readonly Trouble[]): boolean {
    return this.all.some(
      (one) => troubles.includes(one.trouble) && one.from <= to && one.to + this.aftermathMs >= from,
    );
  }

  /** Resolves when an attempt of that time, of which nobody knows what became, cannot have an effect any more. */
  async outlived(from: number): Promise<void> {
    const abandonedAt = performance.now();
    const concerned = () => this.all.filter((one) => one.from <= abandonedAt && one.to >= from).map(({ to }) => to);
    while (performance.now() < Math.max(abandonedAt, ...concerned()) + this.aftermathMs) await delay(BETWEEN_LOOKS_MS);
  }
}
