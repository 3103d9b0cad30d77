import { RenderingFailed } from './errors';

/** Characters that one rendering may look at. A text of 10,000 characters needs a few hundred thousand at most. */
const LIMIT = 20_000_000;

/** Costly work that stops, while the rendering goes on without it. */
export type WorkKind = 'heavy' | 'linkifiers';

/**
 * How much of each kind one rendering may do. `heavy` is laying out formulas and colouring code together: so much keeps
 * the process busy for less than 50 ms (ADR 15).
 */
const MOST: Readonly<Record<WorkKind, number>> = { heavy: 505_000, linkifiers: 1_500_000 };

/**
 * Counts the characters that blocks and inline passes go over, so that a hostile text ends in an error and not in a
 * blocked process. Counting instead of timing keeps rendering deterministic.
 */
export class Work {
  private done = 0;
  private readonly doneOfKind = new Map<WorkKind, number>();

  constructor(private readonly limit = LIMIT) {}

  get spent(): number {
    return this.done;
  }

  spend(characters: number): void {
    this.done += characters;
    if (this.done > this.limit) throw new RenderingFailed();
  }

  /** Spends if there is enough left for that kind of work; false: nothing was spent, do without. */
  spendWithin(kind: WorkKind, characters: number): boolean {
    const done = (this.doneOfKind.get(kind) ?? 0) + characters;
    if (done > MOST[kind]) return false;
    this.doneOfKind.set(kind, done);
    this.spend(characters);
    return true;
  }
}
