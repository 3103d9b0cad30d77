import { TransactionHost } from '@nestjs-cls/transactional';
import { Injectable } from '@nestjs/common';
import { isEndedByLimit } from '../connections/availability';
import { assertTime, Deadline } from '../deadline';
import { isHeldBy, Lock } from './locks';
import { LockFirstAdapter, OpenTransaction, TransactionOptions } from './transaction-adapter';

/** Deadlock and serialization failure: the same work may well succeed at the second attempt. */
const WORTH_A_RETRY = new Set(['40P01', '40001']);
const ATTEMPTS = 3;
const STATEMENT_TIMEOUT = '57014';

/** Hears how long transactions took, and which were ended because they took too long. */
export interface TransactionObserver {
  /** From when it had its locks, committed or not; not of those that only read. */
  took(milliseconds: number): void;
  ended(error: unknown): void;
}

/**
 * Runs units of work. `run` states its locks first, so that no transaction can forget them or take them late; what
 * runs inside another unit joins it, and may only ask for locks that are held already.
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
    const outer = this.host.tx;
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

  private async attempt<R>(
    options: TransactionOptions,
    work: () => Promise<R>,
  ): Promise<Pick<OpenTransaction, 'awaitedAfterCommit'> & { result: R }> {
    let deadline: Deadline | undefined;
    try {
      return await this.host.withTransaction(options, async () => {
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
    return this.host.tx;
  }

  /** @throws Error when no transaction is open: what is raised or told must vanish on rollback. */
  get required(): OpenTransaction {
    const open = this.host.tx;
    if (!open) throw new Error('This is only possible inside a transaction.');
    return open;
  }
}

function sqlStateOf(error: unknown): string {
  const { code, driverError } = error as { code?: string; driverError?: { code?: string } };
  return driverError?.code ?? code ?? '';
}
