import { TransactionalAdapter } from '@nestjs-cls/transactional';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { Lock, lockStatements } from './locks';
import { inOnePiece } from './one-piece';

export interface TransactionOptions {
  locks?: readonly Lock[];
  /** One snapshot for all statements; refuses writes that such a snapshot would make unsafe. */
  repeatableRead?: boolean;
  /**
   * The work begins before the locks are there: only for work that looks at nothing before its first statement, which the
   * database carries out after them. Spares a round trip.
   */
  beginsAtOnce?: boolean;
}

/** A transaction under way: how to reach its connection, what it holds, what is to be done around its commit. */
export interface OpenTransaction {
  readonly manager: EntityManager;
  readonly client: PoolClient;
  readonly locks: readonly Lock[];
  /** Writes that were sent, and that nobody waits for before COMMIT: one that fails rolls back. */
  readonly unanswered: Promise<unknown>[];
  /** Run in order before COMMIT, inside the transaction; a failure rolls back. */
  readonly beforeCommit: (() => Promise<void>)[];
  /** Run after COMMIT; must not fail. */
  readonly afterCommit: (() => void)[];
  /**
   * What comes of the transaction and whoever ran it waits for: begun after COMMIT, outside of the transaction and of its
   * connection. A failure undoes nothing and reaches nobody: report it where it happens.
   */
  readonly aftermath: (() => Promise<void>)[];
}

type Adapter = TransactionalAdapter<DataSource, OpenTransaction | undefined, TransactionOptions>;

/**
 * Opens transactions for nestjs-cls. The well-known adapter would send BEGIN, isolation level and each lock as a
 * statement of its own; here they travel together, so that taking the lock first costs no round trip.
 */
export class LockFirstAdapter implements Adapter {
  readonly connectionToken = getDataSourceToken();
  readonly supportsTransactionProxy = false;

  readonly optionsFactory: Adapter['optionsFactory'] = (dataSource) => ({
    wrapWithTransaction: (options, work, setTransaction) => run(dataSource, options, work, setTransaction),
    getFallbackInstance: () => undefined,
  });
}

async function run<R>(
  dataSource: DataSource,
  { locks = [], repeatableRead = false, beginsAtOnce = false }: TransactionOptions,
  work: () => Promise<R>,
  setTransaction: (open: OpenTransaction) => void,
): Promise<R> {
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as PoolClient;
  const hooks = { unanswered: [], beforeCommit: [], afterCommit: [], aftermath: [] };
  const open: OpenTransaction = { manager: runner.manager, client, locks, ...hooks };
  if (beginsAtOnce) inOnePiece(client);
  const begun = client.query(
    `BEGIN${repeatableRead ? ' ISOLATION LEVEL REPEATABLE READ' : ''}${lockStatements(locks)}`,
  );
  begun.catch(() => undefined); // reported below, whatever the work makes of it
  try {
    if (!beginsAtOnce) await begun;
    // TypeORM must know, or its save() would open and commit a transaction of its own in here.
    Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
    setTransaction(open);
    const result = await work();
    for (const step of open.beforeCommit) await step();
    const [{ command }] = await Promise.all([client.query('COMMIT'), ...open.unanswered]);
    if (command !== 'COMMIT') throw new Error('PostgreSQL has undone the transaction.');
    for (const step of open.afterCommit) step();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the connection may be what broke
    throw await begun.then(
      () => error,
      (first: unknown) => first,
    );
  } finally {
    await runner.release();
  }
}
