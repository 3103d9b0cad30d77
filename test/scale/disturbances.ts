import { setTimeout as delay } from 'node:timers/promises';

const BETWEEN_LOOKS_MS = 50;

export type Trouble = 'killed' | 'paused' | 'crashed';

interface Disturbance {
  readonly trouble: Trouble;
  readonly from: number;
  to: number;
}

/** When which part was down, by performance.now(). */
export class Disturbances {
  private readonly all: Disturbance[] = [];

  /** @param aftermathMs for how long a restarted node may still have running work, at most */
  constructor(private readonly aftermathMs: number) {}

  /** @returns what to call at its end */
  begin(trouble: Trouble): () => void {
    const disturbance = { trouble, from: performance.now(), to: Infinity };
    this.all.push(disturbance);
    return () => (disturbance.to = performance.now());
  }

  countOf(trouble: Trouble): number {
    return this.all.filter((one) => one.trouble === trouble).length;
  }

  /** Whether a disturbance or its effects overlap the time between the two. */
  touches(from: number, to: number, troubles: readonly Trouble[]): boolean {
    return this.all.some(
      (one) => troubles.includes(one.trouble) && one.from <= to && one.to + this.aftermathMs >= from,
    );
  }

  /** Resolves when an attempt of that time with an unknown result cannot have an effect any more. */
  async outlived(from: number): Promise<void> {
    const abandonedAt = performance.now();
    const concerned = () => this.all.filter((one) => one.from <= abandonedAt && one.to >= from).map(({ to }) => to);
    while (performance.now() < Math.max(abandonedAt, ...concerned()) + this.aftermathMs) await delay(BETWEEN_LOOKS_MS);
  }
}
