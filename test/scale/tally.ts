/** The count and duration of each action. */
export class Tally {
  private readonly times = new Map<string, number[]>();

  async time<T>(kind: string, act: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await act();
    const times = this.times.get(kind) ?? [];
    this.times.set(kind, times);
    times.push(performance.now() - from);
    return result;
  }

  get total(): number {
    return [...this.times.values()].reduce((sum, { length }) => sum + length, 0);
  }

  get kinds(): string[] {
    return [...this.times.keys()].sort();
  }

  countOf(kind: string): number {
    return this.times.get(kind)?.length ?? 0;
  }

  describe(): string {
    const line = (kind: string) => {
      const times = this.times.get(kind)!;
      return `  ${kind.padEnd(28)} ${String(times.length).padStart(6)}   p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms`;
    };
    return this.kinds.map(line).join('\n');
  }
}

/** Of numbers in any order, with one digit. */
export function quantile(numbers: readonly number[], q: number): string {
  const sorted = [...numbers].sort((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN).toFixed(1);
}
