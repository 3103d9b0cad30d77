import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isDatabaseTooBusy, isRefused } from '../connections/availability';
import { withOperation } from '../../http/authentication/origin';
import { GroupCommit, SharedOutcome } from './group-commit';
import { LockQueue } from './lock-queue';
import { distinctLocks, isHeldBy, keyOf, Lock } from './locks';
import { LocksHaveChanged, Transactions } from './transactions';

/** So few that none waits long for the others. */
const SHARED_WRITES = { most: 32, perOwner: 2, perOnlyWaitingOwner: 1, perOnlyOwner: 16, underWay: 2 };

interface Piece {
  readonly locks: readonly Lock[];
  readonly work: () => Promise<unknown>;
}

/** Concurrent small writes share a transaction (ADR 32). */
@Injectable()
export class SharedTransactions {
  private readonly commits = new GroupCommit<Piece, unknown>(SHARED_WRITES, (pieces) =>
    this.together(pieces, 'shared writes', distinctLocks(pieces.flatMap(({ locks }) => locks)), () =>
      this.decide(pieces),
    ),
  );

  constructor(
    private readonly transactions: Transactions,
    private readonly lockQueue: LockQueue,
  ) {}

  /** Small writes that wait for the next transaction. */
  get waiting(): number {
    return this.commits.length;
  }

  /**
   * As `Transactions.run`, for work that writes nothing before it throws a domain error. It may share its transaction with
   * others, in which each keeps to its own locks.
   * @param owner whose work it is
   * @param isSmall others need not wait long for it
   */
  async run<R>(owner: number, locks: readonly Lock[], work: () => Promise<R>, isSmall = true): Promise<R> {
    const alone = () => this.transactions.run(locks, work);
    if (!isSmall || this.transactions.open || locks.some((one) => !one.shared && this.lockQueue.hasQueue(one)))
      return alone();
    return this.runQueued(this.commits, locks, owner, { locks, work }, alone) as Promise<R>;
  }

  /**
   * `commits.run` for an item that overtakes nothing that waits for its locks.
   * @throws LockIsContended, and as `commits.run`
   */
  async runQueued<Item, R>(
    commits: GroupCommit<Item, R>,
    locks: readonly Lock[],
    owner: number,
    item: Item,
    alone: () => Promise<R>,
  ): Promise<R> {
    const request = await this.lockQueue.share(locks);
    if (!request) return commits.run(owner, item, alone);
    try {
      return await commits.run(owner, item, () => {
        request.end(); // A transaction of its own joins the queue again.
        return alone();
      });
    } finally {
      request.end();
    }
  }

  /**
   * One transaction for all items.
   * @param wanted taken if they are free
   * @param work one outcome for each, in their order
   */
  async together<Item, R>(
    items: readonly Item[],
    operation: string,
    wanted: readonly Lock[],
    work: () => Promise<readonly SharedOutcome<R>[]>,
  ): Promise<readonly SharedOutcome<R>[]> {
    let isDecided = false;
    const decide = async () => {
      isDecided = false;
      const outcomes = await work();
      isDecided = true;
      return outcomes;
    };
    try {
      return await withOperation(operation, () => this.transactions.run([], decide, { wanted, beginsAtOnce: true }));
    } catch (error) {
      // Where PostgreSQL has undone it for what is in one of them, the others must not fail with that one. Where the
      // outcome is unknown, a second attempt could do it twice.
      const isUndone = isRefused(error) || (!isDecided && !isDatabaseUnavailable(error) && !isDatabaseTooBusy(error));
      return items.map(() => (isUndone ? 'alone' : { error }));
    }
  }

  /** All at once over one connection, but those that need the same lock alone follow each other. */
  private async decide(pieces: readonly Piece[]): Promise<SharedOutcome<unknown>[]> {
    const held = await this.transactions.required.taken;
    const last = new Map<number, Promise<unknown>>();
    const decided = pieces.map(async ({ locks, work }): Promise<SharedOutcome<unknown>> => {
      if (!locks.every((one) => isHeldBy(held, one))) return 'alone';
      const keys = locks.filter(({ shared }) => !shared).map(keyOf);
      const before = keys.flatMap((key) => last.get(key) ?? []);
      const outcome = Promise.allSettled(before).then(() => outcomeOf(work));
      for (const key of keys) last.set(key, outcome);
      return outcome;
    });
    // None goes on in a transaction that is being undone.
    await Promise.allSettled(decided);
    return Promise.all(decided);
  }
}

/** @throws what is not to fail one of them alone: it may have written already */
async function outcomeOf(work: () => Promise<unknown>): Promise<SharedOutcome<unknown>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof DomainError || error instanceof LocksHaveChanged) return { error };
    throw error;
  }
}
