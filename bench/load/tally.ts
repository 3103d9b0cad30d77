/** More than any measurement here sends at once. */
const CAPACITY = 60_000;
const LOOK_EVERY_MS = 2;

/** Which of the numbered messages of one measurement each reader has received, and when. */
export class Tally {
  /** From the time when each was due, to each reader; milliseconds. */
  readonly waits: number[] = [];
  /** The time of the last delivery. */
  lastAt = 0;
  doubled = 0;
  private readonly dueAt: number[] = [];
  private readonly seen: Uint8Array[];
  private received = 0;

  constructor(
    readonly readers: number,
    readonly first: number,
  ) {
    this.seen = Array.from({ length: readers }, () => new Uint8Array(CAPACITY));
  }

  get sent(): number {
    return this.dueAt.length;
  }

  get lost(): number {
    return this.readers * this.sent - this.received;
  }

  /** The number of the message that is due at that time. */
  next(dueAt: number): number {
    if (this.sent === CAPACITY) throw new Error('more messages than there is room for');
    this.dueAt.push(dueAt);
    return this.first + this.sent - 1;
  }

  /** @param now of the answer that contains it (performance.now()) */
  take(reader: number, number: number, now: number): void {
    const at = number - this.first;
    if (at < 0 || at >= this.sent) throw new Error(`message ${number} was not sent`);
    this.lastAt = now;
    if (this.seen[reader][at]++ > 0) {
      this.doubled++;
      return;
    }
    this.received++;
    this.waits.push(this.lastAt - this.dueAt[at]);
  }

  /** Resolves when all readers have everything, or at the time limit. */
  async complete(patienceMs: number): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (this.lost > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
