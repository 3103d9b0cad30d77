const MOST = 10_000;

/** Recipients with a pause, and its end. Bounded: the oldest are removed first. */
export class Pauses {
  private readonly ends = new Map<string, number>();

  /** Times are milliseconds of one clock. A longer pause that is under way stays. */
  add(whom: string, now: number, lengthMs: number): void {
    const end = Math.max(now + lengthMs, this.ends.get(whom) ?? 0);
    this.ends.delete(whom);
    this.ends.set(whom, end);
    if (this.ends.size > MOST) this.forgetSome(now);
  }

  /** 0: there is none. */
  leftMs(whom: string, now: number): number {
    const end = this.ends.get(whom) ?? now;
    if (end <= now) this.ends.delete(whom);
    return Math.max(0, end - now);
  }

  private forgetSome(now: number): void {
    for (const [whom, end] of this.ends) if (end <= now) this.ends.delete(whom);
    for (const whom of this.ends.keys()) {
      if (this.ends.size <= MOST) return;
      this.ends.delete(whom);
    }
  }
}
