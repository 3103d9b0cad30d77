/** A semaphore: limits how many pieces of work run at a time. The others wait in order of arrival. */
export class Turnstile {
  private readonly waiting: (() => void)[] = [];
  private inside = 0;

  constructor(private readonly places: number) {}

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside < this.places) this.inside++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve)); // takes the place of the one that finished
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.inside--;
    }
  }
}
