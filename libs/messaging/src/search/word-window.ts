/** A range of message ids in which words are looked for at once: `from` <= id < `below`. */
export interface WordWindow {
  readonly from: number;
  readonly below: number;
  /** The marks in the index of one of which each message in the window has; null: all marks. */
  readonly marks: readonly string[] | null;
}

/** Ids are marked by the blocks of these sizes, in bits, that they are in: so the index itself leaves the others out. */
export const BLOCK_BITS = [12, 16, 20] as const;

/** Reading more matches than this costs more than reading the places of the user. */
const MAX_HITS = 8_000;

/** The mark of a block; `level` is an index of `BLOCK_BITS`. No word begins like that. */
export const blockMark = (level: number, block: number): string => `~${level}${block}`;

/** Below which id or from which one on messages are looked for, and in which direction. */
export type Bound = { readonly below: number } | { readonly from: number };

/**
 * Walks away from a bound in windows that grow, as far as ids go. Each answer is told how many messages with the words
 * have been in its windows; it ends early when the next window would have too many of them.
 */
export class WordWindows {
  private level = 0;
  private hits = 0;
  private width = 0;
  private readonly isDown: boolean;
  private next: number;

  constructor(
    bound: Bound,
    private readonly ids: { readonly least: number; readonly most: number },
  ) {
    this.isDown = 'below' in bound;
    this.next = 'below' in bound ? Math.min(bound.below, ids.most + 1) : Math.max(bound.from, ids.least);
  }

  /** null: there are no more ids. */
  window(): WordWindow | null {
    const { least, most } = this.ids;
    if (this.isDown ? this.next <= least : this.next > most) return null;
    const rest = this.isDown ? { from: least, below: this.next } : { from: this.next, below: most + 1 };
    const bits = BLOCK_BITS[this.level];
    if (bits === undefined) return { ...rest, marks: null };
    const size = 2 ** bits;
    const block = Math.floor((this.isDown ? this.next - 1 : this.next) / size);
    // One block may be at its end already; two are never.
    const first = this.isDown ? block - 1 : block;
    return {
      from: Math.max(rest.from, first * size),
      below: Math.min(rest.below, (first + 2) * size),
      marks: [first, first + 1].filter((one) => one >= 0).map((one) => blockMark(this.level, one)),
    };
  }

  /** Reports the number of matches in the window. Returns whether the next window is worthwhile. */
  goOn({ from, below }: WordWindow, hits: number): boolean {
    this.hits += hits;
    this.width += below - from;
    this.next = this.isDown ? from : below;
    this.level = Math.min(this.level + 1, BLOCK_BITS.length);
    const following = this.window();
    return following === null || (this.hits / this.width) * (following.below - following.from) <= MAX_HITS;
  }
}
