import { AsyncResource } from 'node:async_hooks';
import { FairQueue } from './fair-queue';

/** What came of one piece of work in a shared transaction; `alone`: it needs a transaction of its own. */
export type SharedOutcome<R> = { readonly result: R } | { readonly error: unknown } | 'alone';

interface GroupCommitLimits {
  /** Pieces of work in one transaction. */
  readonly most: number;
  /** Pieces of work of one owner in one transaction, while others wait too. An owner is in one shared transaction at a time. */
  readonly perOwner: number;
  /** The same while no other owner waits: others who come and go, each alone, find a short transaction beside theirs. */
  readonly perOnlyWaitingOwner: number;
  /** The same while no other owner comes. */
  readonly perOnlyOwner: number;
  /** Shared transactions under way at a time. */
  readonly underWay: number;
}

/** After so many pieces of work of one owner, no other has any. */
const ONLY_OWNER_AFTER = 256;

interface Waiting<Item, R> {
  readonly owner: number;
  readonly item: Item;
  /** `first`: it runs alone, and there was nothing under way. */
  resolve(outcome: SharedOutcome<R> | 'first'): void;
}

/**
 * Lets concurrent pieces of work share a transaction, so that many of them cost one commit. Nothing waits for company: what
 * comes while no work is under way runs alone and at once, in a transaction of its own. What comes while shared transactions
 * are under way shares the next one.
 */
export class GroupCommit<Item, R> {
  private readonly waiting = new FairQueue<Waiting<Item, R>>();
  private alone = 0;
  private underWay = 0;
  /** Who has work in a shared transaction that is under way. */
  private readonly busy = new Set<number>();
  private isScheduled = false;
  private lastOwner: number | null = null;
  /** Pieces of work of that owner without one of another. */
  private inARow = 0;

  /** @param together one outcome for each item, in their order; must not wait for locks */
  constructor(
    private readonly limits: GroupCommitLimits,
    private readonly together: (items: readonly Item[]) => Promise<readonly SharedOutcome<R>[]>,
  ) {}

  /** Pieces of work that wait for the next shared transaction. */
  get length(): number {
    return this.waiting.length;
  }

  /**
   * @param owner whose work it is: where there is more of it than fits, each owner has one place before any has two
   * @param alone does it in a transaction of its own
   * @throws what the work throws
   */
  async run(owner: number, item: Item, alone: () => Promise<R>): Promise<R> {
    this.inARow = owner === this.lastOwner ? this.inARow + 1 : 0;
    this.lastOwner = owner;
    const outcome = await new Promise<SharedOutcome<R> | 'first'>((resolve) => {
      this.waiting.add({ owner, item, resolve });
      this.schedule();
    });
    if (outcome === 'alone') return alone();
    if (outcome === 'first') return this.first(alone);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  private async first(alone: () => Promise<R>): Promise<R> {
    try {
      return await alone();
    } finally {
      this.alone--;
    }
  }

  /** Runs in the context in which this was made: what holds for one caller must not hold for the others. */
  private readonly schedule = AsyncResource.bind(() => {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.begin();
    });
  });

  private begin(): void {
    const isQuiet = this.alone === 0 && this.underWay === 0;
    if (isQuiet && this.waiting.length === 1) {
      this.alone++;
      this.next()[0]!.resolve('first');
      return;
    }
    while (this.waiting.length > 0 && this.underWay < this.limits.underWay) {
      const chosen = this.next();
      if (chosen.length === 0) return;
      void this.share(chosen);
    }
  }

  private next(): Waiting<Item, R>[] {
    return this.waiting.take({ most: this.limits.most, perOwner: this.placesPerOwner }, this.busy);
  }

  private get placesPerOwner(): number {
    if (this.inARow >= ONLY_OWNER_AFTER) return this.limits.perOnlyOwner;
    return this.waiting.owners > 1 ? this.limits.perOwner : this.limits.perOnlyWaitingOwner;
  }

  private async share(chosen: readonly Waiting<Item, R>[]): Promise<void> {
    this.underWay++;
    for (const { owner } of chosen) this.busy.add(owner);
    const outcomes = await this.together(chosen.map(({ item }) => item)).catch((error: unknown) =>
      chosen.map(() => ({ error })),
    );
    this.underWay--;
    for (const { owner } of chosen) this.busy.delete(owner);
    chosen.forEach(({ resolve }, at) => resolve(outcomes[at]!));
    if (this.waiting.length > 0) this.schedule();
  }
}
