const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** The longest pause that the relay can ask for. */
const MOST_SAID_MS = 600_000;

/** How long a relay that fails as a whole is left alone: twice as long each time, as long as it says at least. */
export class RelayRest {
  private failures = 0;
  private until = 0;

  /** @param now UNIX milliseconds */
  isOver(now: number): boolean {
    return now >= this.until;
  }

  /** Answers for how many milliseconds from now on. */
  begin(now: number, saidSeconds: number): number {
    const own = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.failures++, 10));
    const wait = Math.max(own, Math.min(saidSeconds * 1_000, MOST_SAID_MS));
    this.until = now + wait;
    return wait;
  }

  end(): void {
    this.failures = 0;
    this.until = 0;
  }
}
