const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** The longest pause that the relay can request. */
const MAX_REQUESTED_MS = 600_000;

/** The pause after a failure of the relay as a whole: doubled each time, and at least as long as the relay requests. */
export class RelayPause {
  private failures = 0;
  private until = 0;

  /** @param now UNIX milliseconds */
  isOver(now: number): boolean {
    return now >= this.until;
  }

  /** Returns the length of the pause in milliseconds. */
  begin(now: number, saidSeconds: number): number {
    const own = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.failures++, 10));
    const wait = Math.max(own, Math.min(saidSeconds * 1_000, MAX_REQUESTED_MS));
    this.until = now + wait;
    return wait;
  }

  end(): void {
    this.failures = 0;
    this.until = 0;
  }
}
