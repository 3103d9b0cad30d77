import { LAST_RESORT_MS } from '../last-resort';

/** What a stand-in has received so far, in order, and a way to wait for more. */
export class Received<T> {
  readonly all: T[] = [];
  private waiting: (() => void)[] = [];

  add(item: T): void {
    this.all.push(item);
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** Resolves with the matching ones as soon as there are so many. */
  async of(fits: (item: T) => boolean, count = 1): Promise<T[]> {
    const deadline = Date.now() + LAST_RESORT_MS;
    for (;;) {
      const found = this.all.filter(fits);
      if (found.length >= count) return found;
      if (Date.now() >= deadline) throw new Error(`${found.length} instead of ${count} have arrived.`);
      await this.next(deadline - Date.now());
    }
  }

  private next(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
