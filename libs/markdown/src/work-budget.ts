import { RenderingFailed } from './errors';
import { HeavyPart, keyOf, MadeParts } from './heavy/heavy-part';

/** Characters that one rendering may look at. A text of 10,000 characters needs a few hundred thousand at most. */
const LIMIT = 20_000_000;

/** Linkifiers stop there, while the rendering goes on without them. */
const MAX_LINKIFIERS = 1_500_000;

/** The amount of formula layout and code highlighting that runs at once, in less than 15 ms (ADR 15). */
const MAX_AT_ONCE = 75_000;
/** The further amount that is done in another thread. Beyond it, the source is shown. */
const MAX_APART = 4_500_000;

const NOTHING_MADE: MadeParts = new Map();

/**
 * Counts the characters that blocks and inline passes go over, so that a hostile text ends in an error and not in a
 * blocked process. Counting instead of timing keeps rendering deterministic.
 */
export class WorkBudget {
  /** Parts that would take too long to be made at once. */
  readonly leftOut: HeavyPart[] = [];
  private done = 0;
  private ofLinkifiers = 0;
  private atOnce = 0;
  private apart = 0;

  constructor(
    /** The parts that were left out before and are done now. */
    private readonly made = NOTHING_MADE,
    private readonly limit = LIMIT,
  ) {}

  get spent(): number {
    return this.done;
  }

  spend(characters: number): void {
    this.done += characters;
    if (this.done > this.limit) throw new RenderingFailed();
  }

  /** Spends work on linkifiers; `false`: not enough is left, and linkifiers are skipped. */
  spendOnLinkifiers(characters: number): boolean {
    if (this.ofLinkifiers + characters > MAX_LINKIFIERS) return false;
    this.ofLinkifiers += characters;
    this.spend(characters);
    return true;
  }

  /** HTML of a costly part: known already, or made now if that is quick. null: do without, perhaps only for now. */
  heavy(part: HeavyPart, characters: number, make: () => string | null): string | null {
    const known = this.made.get(keyOf(part));
    if (known !== undefined) return known;
    if (this.atOnce + characters <= MAX_AT_ONCE) {
      this.atOnce += characters;
      this.spend(characters);
      return make();
    }
    if (this.apart + characters > MAX_APART) return null;
    this.apart += characters;
    this.leftOut.push(part);
    return null;
  }
}
