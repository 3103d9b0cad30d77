/** Lets so many pieces of work go on at a time; the others wait in the order in which they came. */
export class Turnstile {
  private readonly waiting: (() => void)[] = [];
  private inside = 0;

  constructor(private readonly places: number) {}

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside < this.places) this.inside++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve)); // takes over the place of who leaves
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.inside--;
    }
  }
}
