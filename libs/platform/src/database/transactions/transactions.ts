import { Propagation, TransactionHost } from '@nestjs-cls/transactional';
import { Injectable } from '@nestjs/common';
import { isEndedByLimit } from '../connections/availability';
import { assertTime, Deadline } from '../deadline';
import { isHeldBy, Lock } from './locks';
import { LockFirstAdapter, OpenTransaction, TransactionOptions } from './transaction-adapter';

/** Deadlock and serialization failure: the same work may well succeed at the second attempt. */
const WORTH_A_RETRY = new Set(['40P01', '40001']);
const ATTEMPTS = 3;
const STATEMENT_TIMEOUT = '57014';
/** An attempt fails only if another transaction has changed what decides the locks. */
const MAX_RESOLUTIONS = 50;

/** Receives the durations of transactions, and which were ended because they took too long. */
export interface TransactionObserver {
  /** From when it had its locks, committed or not; not of those that only read. */
  took(milliseconds: number): void;
  ended(error: unknown): void;
}

/** Work whose locks depend on what is in the database. */
interface WorkOnFound<Found> {
  /** Reads what decides the locks, before the transaction. */
  readonly resolve: () => Promise<Found>;
  readonly locksOf: (found: Found) => readonly Lock[] | Promise<readonly Lock[]>;
}

/** What was found is read again with `resolve` under the locks. */
export interface StableWork<Found, R> extends WorkOnFound<Found> {
  readonly confirm?: undefined;
  readonly work: (found: Found) => Promise<R>;
}

/** What was found is confirmed by another look at it, where that costs less than `resolve` or finds more. */
export interface ConfirmedWork<Found, Confirmed, R> extends WorkOnFound<Found> {
  /** Looks under the locks whether they are the right ones; null: others are needed by now. */
  readonly confirm: (found: Found) => Promise<Confirmed | null>;
  readonly work: (confirmed: Confirmed) => Promise<R>;
}

/** How work is run under its locks; as `Transactions.run` if nothing else is said. */
export type Runner = <R>(locks: readonly Lock[], work: () => Promise<R>) => Promise<R>;

/** Undoes a transaction whose locks are not the ones that it needs. */
export class LocksHaveChanged extends Error {
  constructor() {
    super('What decides the locks of the transaction has changed before they were held.');
  }
}

/**
 * Runs units of work. `run` takes its locks first, so that no transaction can omit them or take them late. A unit
 * inside another one joins it, and may only request locks that are already held.
 */
@Injectable()
export class Transactions {
  observer: TransactionObserver | null = null;

  constructor(private readonly host: TransactionHost<LockFirstAdapter>) {}

  async run<R>(
    locks: readonly Lock[],
    work: () => Promise<R>,
    options: Omit<TransactionOptions, 'locks'> = {},
  ): Promise<R> {
    assertTime();
    const outer = this.open;
    if (outer) {
      const late = locks.find((wanted) => !isHeldBy(outer.locks, wanted));
      if (late)
        throw new Error(`The lock ${late.kind} ${late.id} must be taken by the first statement of the transaction.`);
      return work();
    }
    for (let attempt = 1; ; attempt++) {
      try {
        const { result, awaitedAfterCommit } = await this.attempt({ ...options, locks }, work);
        await Promise.allSettled(awaitedAfterCommit.map(async (step) => step()));
        return result;
      } catch (error) {
        if (isEndedByLimit(error)) this.observer?.ended(error);
        if (attempt === ATTEMPTS || !WORTH_A_RETRY.has(sqlStateOf(error))) throw error;
      }
    }
  }

  /**
   * As `run`, for locks that depend on the database: reads the data, takes the locks, and checks under them whether the
   * data is still the same. If not, everything starts again. Inside another unit, that one starts again.
   */
  runWhenStable<Found, R>(work: StableWork<Found, R>, run?: Runner): Promise<R>;
  runWhenStable<Found, Confirmed, R>(work: ConfirmedWork<Found, Confirmed, R>, run?: Runner): Promise<R>;
  async runWhenStable<Found, Confirmed, R>(
    given: StableWork<Found, R> | ConfirmedWork<Found, Confirmed, R>,
    run: Runner = (locks, work) => this.run(locks, work),
  ): Promise<R> {
    const { resolve, locksOf } = given;
    const isJoining = this.open !== undefined;
    for (let attempt = 1; ; attempt++) {
      const found = await resolve();
      const locks = await locksOf(found);
      if (isJoining) this.assertHeld(locks);
      try {
        return await run(locks, async () => {
          if (given.confirm) return given.work(known(await given.confirm(found)));
          const now = await resolve();
          this.assertHeld(await locksOf(now));
          return given.work(now);
        });
      } catch (error) {
        const isInVain = error instanceof LocksHaveChanged && !isJoining;
        if (!isInVain || attempt === MAX_RESOLUTIONS) throw error;
      }
    }
  }

  /** @throws LocksHaveChanged */
  private assertHeld(locks: readonly Lock[]): void {
    const held = this.required.locks;
    if (!locks.every((wanted) => isHeldBy(held, wanted))) throw new LocksHaveChanged();
  }

  private async attempt<R>(
    options: TransactionOptions,
    work: () => Promise<R>,
  ): Promise<Pick<OpenTransaction, 'awaitedAfterCommit'> & { result: R }> {
    let deadline: Deadline | undefined;
    try {
      return await this.host.withTransaction(Propagation.RequiresNew, options, async () => {
        const open = this.required;
        ({ deadline } = open);
        return { result: await work(), awaitedAfterCommit: open.awaitedAfterCommit };
      });
    } finally {
      if (deadline?.hasBegun) this.observer?.took(deadline.elapsedMs);
    }
  }

  /** For statements that write without a transaction of their own. */
  noteIfEnded(error: unknown): void {
    if (sqlStateOf(error) === STATEMENT_TIMEOUT) this.observer?.ended(error);
  }

  /** The transaction under way, or undefined. */
  get open(): OpenTransaction | undefined {
    const open = this.host.tx;
    return open?.isOver ? undefined : open;
  }

  /** @throws Error when no transaction is open: what is raised or told must vanish on rollback. */
  get required(): OpenTransaction {
    const { open } = this;
    if (!open) throw new Error('This is only possible inside a transaction.');
    return open;
  }
}

function known<Confirmed>(confirmed: Confirmed | null): Confirmed {
  if (confirmed === null) throw new LocksHaveChanged();
  return confirmed;
}

function sqlStateOf(error: unknown): string {
  const { code, driverError } = error as { code?: string; driverError?: { code?: string } };
  return driverError?.code ?? code ?? '';
}
