import { AsyncResource } from 'node:async_hooks';

/** What came of one piece of work in a shared transaction; `alone`: it needs a transaction of its own. */
export type SharedOutcome<R> = { readonly result: R } | { readonly error: unknown } | 'alone';

interface GroupCommitLimits {
  /** Pieces of work in one transaction. */
  readonly most: number;
  /** Shared transactions under way at a time. */
  readonly underWay: number;
}

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
  private waiting: Waiting<Item, R>[] = [];
  private alone = 0;
  private underWay = 0;
  private isScheduled = false;

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
    const outcome = await new Promise<SharedOutcome<R> | 'first'>((resolve) => {
      this.waiting.push({ owner, item, resolve });
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
      this.waiting.pop()!.resolve('first');
      return;
    }
    while (this.waiting.length > 0 && this.underWay < this.limits.underWay) {
      const chosen = fairShare(this.waiting, this.limits.most);
      this.waiting = this.waiting.filter((one) => !chosen.has(one));
      void this.share([...chosen]);
    }
  }

  private async share(chosen: readonly Waiting<Item, R>[]): Promise<void> {
    this.underWay++;
    const outcomes = await this.together(chosen.map(({ item }) => item)).catch((error: unknown) =>
      chosen.map(() => ({ error })),
    );
    this.underWay--;
    chosen.forEach(({ resolve }, at) => resolve(outcomes[at]!));
    if (this.waiting.length > 0) this.schedule();
  }
}

/** Those who go first, in the order of their arrival: the first of each owner before the second of any. */
export function fairShare<One extends { readonly owner: number }>(waiting: readonly One[], most: number): Set<One> {
  if (waiting.length <= most) return new Set(waiting);
  const seen = new Map<number, number>();
  const ranked = waiting.map((one, at) => {
    const rank = seen.get(one.owner) ?? 0;
    seen.set(one.owner, rank + 1);
    return { one, at, rank };
  });
  const first = ranked.sort((a, b) => a.rank - b.rank || a.at - b.at).slice(0, most);
  return new Set(first.sort((a, b) => a.at - b.at).map(({ one }) => one));
}
