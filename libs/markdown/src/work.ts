import { RenderingFailed } from './errors';

/** Characters that one rendering may look at. A text of 10,000 characters needs a few hundred thousand at most. */
const LIMIT = 20_000_000;

/** Costly parts that end before the rendering does. */
export type WorkKind = 'formulas' | 'highlighting' | 'linkifiers';

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

  /** Spends if that kind of work stays below `most` in this rendering; false: nothing was spent, do without. */
  spendWithin(kind: WorkKind, characters: number, most: number): boolean {
    const done = (this.doneOfKind.get(kind) ?? 0) + characters;
    if (done > most) return false;
    this.doneOfKind.set(kind, done);
    this.spend(characters);
    return true;
  }
}
