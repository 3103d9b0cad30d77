/** So long does one sentence about new messages stand alone. */
const TOGETHER_MS = 4_000;

/** Tells of the first thing at once, and of those that come soon after it together: many would be a flood of sentences. */
export class ThrottledBatches<Thing> {
  private waiting: Thing[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (things: readonly Thing[]) => void) {}

  add(things: readonly Thing[]): void {
    this.waiting.push(...things);
    if (this.timer === undefined) this.flush();
  }

  /** What waits is not told of any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  private flush(): void {
    const things = this.waiting;
    this.stop();
    if (things.length === 0) return;
    this.timer = setTimeout(() => this.flush(), TOGETHER_MS);
    this.tell(things);
  }
}
