import type { MeasuredMetric } from '@app/platform';

/** A process that is just starting, or hangs, is left out of the measurements. */
const PATIENCE_MS = 2_000;

interface Round {
  left: number;
  readonly metrics: MeasuredMetric[][];
  end(): void;
}

/** Asks all processes what they have measured, and waits for those that answer. */
export class Rounds {
  private readonly open = new Map<number, Round>();
  private latest = 0;

  /** @param ask sends the question with that number to all processes, and returns how many there are */
  collect(ask: (round: number) => number): Promise<MeasuredMetric[][]> {
    const number = ++this.latest;
    return new Promise((resolve) => {
      const metrics: MeasuredMetric[][] = [];
      const end = () => {
        clearTimeout(timer);
        this.open.delete(number);
        resolve(metrics);
      };
      const timer = setTimeout(end, PATIENCE_MS);
      const round: Round = { left: Infinity, metrics, end };
      this.open.set(number, round);
      round.left = ask(number);
      if (round.left === 0) end();
    });
  }

  answer(number: number, metrics: MeasuredMetric[]): void {
    const round = this.open.get(number);
    if (!round) return;
    round.metrics.push(metrics);
    if (--round.left === 0) round.end();
  }
}
