const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Keeps callers from a server that does not answer. After a fault nothing is tried for a second, after each further fault
 * for twice as long. Then a single caller tries, while the others stay away.
 */
export class CircuitBreaker {
  private faults = 0;
  private triedAt: number | null = null;
  private closedUntil = 0;

  get isHealthy(): boolean {
    return this.faults === 0;
  }

  /** Whether the caller may try. If so, it has to report the outcome. @param now milliseconds of a steady clock */
  admits(now: number): boolean {
    if (this.faults === 0) return true;
    if (now < this.closedUntil || (this.triedAt !== null && now - this.triedAt < LONGEST_MS)) return false;
    this.triedAt = now;
    return true;
  }

  succeeded(): void {
    this.faults = 0;
    this.triedAt = null;
  }

  failed(now: number): void {
    // Requests that were under way together fail together: that is one fault.
    if (this.faults > 0 && this.triedAt === null) return;
    this.triedAt = null;
    this.faults++;
    this.closedUntil = now + Math.min(SHORTEST_MS * 2 ** (this.faults - 1), LONGEST_MS);
  }
}
