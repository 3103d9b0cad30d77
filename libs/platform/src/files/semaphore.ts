/** Limits how many pieces of work run at a time. The others wait in order of arrival. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly atOnce: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.underWay >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.underWay++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.underWay--;
    }
  }
}
