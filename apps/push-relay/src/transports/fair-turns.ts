/**
 * Lets a number of pieces of work run at a time. Among waiting callers, the one with the fewest running pieces is next: a
 * caller with very much or very slow work has all places while it is alone, and then no more than the others.
 */
export class FairTurns {
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly underWay = new Map<string, number>();
  private free: number;

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  async take<T>(whose: string, work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.begin(whose);
    else await new Promise<void>((resolve) => this.wait(whose, resolve));
    try {
      return await work();
    } finally {
      this.end(whose);
      this.callNext();
    }
  }

  private begin(whose: string): void {
    this.free--;
    this.underWay.set(whose, (this.underWay.get(whose) ?? 0) + 1);
  }

  private end(whose: string): void {
    this.free++;
    const left = this.underWay.get(whose)! - 1;
    if (left === 0) this.underWay.delete(whose);
    else this.underWay.set(whose, left);
  }

  private wait(whose: string, call: () => void): void {
    const line = this.waiting.get(whose);
    if (line) line.push(call);
    else this.waiting.set(whose, [call]);
  }

  private callNext(): void {
    const busyness = (whose: string): number => this.underWay.get(whose) ?? 0;
    let next: string | null = null;
    for (const whose of this.waiting.keys()) if (next === null || busyness(whose) < busyness(next)) next = whose;
    if (next === null) return;
    const line = this.waiting.get(next)!;
    const call = line.shift()!;
    if (line.length === 0) this.waiting.delete(next);
    this.begin(next);
    call();
  }
}
