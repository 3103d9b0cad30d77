/** Pseudo-random numbers, the same in every run. */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to, but excluding, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  /** The first ones far more often than the last ones. */
  favourite<T>(list: readonly T[], steepness = 2.5): T {
    return list[Math.floor(list.length * this.next() ** steepness)];
  }

  /** So many different ones, in no order; all, if there are fewer. */
  some<T>(list: readonly T[], count: number): T[] {
    const copy = [...list];
    const end = Math.min(count, copy.length);
    for (let at = 0; at < end; at++) {
      const other = at + this.below(copy.length - at);
      [copy[at], copy[other]] = [copy[other], copy[at]];
    }
    return copy.slice(0, end);
  }
}

/** Picks places of a list by their weights. */
export class Lottery {
  private readonly ends: Float64Array;

  constructor(weights: readonly number[]) {
    this.ends = new Float64Array(weights.length);
    let sum = 0;
    for (const [at, weight] of weights.entries()) this.ends[at] = sum += weight;
  }

  draw(random: Random): number {
    const wanted = random.next() * this.ends[this.ends.length - 1];
    let [low, high] = [0, this.ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
