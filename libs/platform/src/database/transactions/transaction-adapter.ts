import { TransactionalAdapter } from '@nestjs-cls/transactional';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { isEndedByLimit } from '../connections/availability';
import { Deadline } from '../deadline';
import { TransactionTookTooLong } from '../deadline.errors';
import type { ReplicaReader } from '../replica/replica-reader';
import type { LockQueue, LockRequest } from './lock-queue';
import { Lock, lockStatements, tryLocksStatements } from './locks';
import { corkWrites } from './cork-writes';

export interface TransactionOptions {
  locks?: readonly Lock[];
  /** Distinct locks, in their order, that are taken only if they are free: `OpenTransaction.taken` tells which are. */
  wanted?: readonly Lock[];
  /**
   * One snapshot for all statements. PostgreSQL refuses writes that would be unsafe in it. For reads: the time limit
   * applies only from the first write on.
   */
  repeatableRead?: boolean;
  /**
   * The work begins before the locks are there: only for work that looks at nothing before its first statement, which the
   * database carries out after them. Spares a round trip.
   */
  beginsAtOnce?: boolean;
  /** A connection to the replica, which the caller gives back; by default one of the pool. */
  reader?: ReplicaReader;
}

/** A transaction under way: how to reach its connection, what it holds, what is to be done around its commit. */
export interface OpenTransaction {
  /** What was begun in it may outlive it, and is then outside of any. */
  isOver: boolean;
  /** The same connection as `client`, for TypeORM. */
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  /** What is held; those of the wanted locks that were free are among it once `taken` is known. */
  readonly locks: readonly Lock[];
  /** Those of the wanted locks that were free; they are held. */
  readonly taken: Promise<readonly Lock[]>;
  readonly deadline: Deadline;
  /** All statements see one snapshot. */
  readonly isSnapshot: boolean;
  /** Writes that were sent and are not awaited before COMMIT: one that fails rolls back. */
  readonly unanswered: Promise<unknown>[];
  /** Run in order before COMMIT, inside the transaction; a failure rolls back. */
  readonly beforeCommit: (() => Promise<void>)[];
  /** Run after COMMIT; must not fail. */
  readonly afterCommit: (() => void)[];
  /**
   * Work that the caller of the transaction waits for: begun after COMMIT, outside of the transaction and of its
   * connection. A failure undoes nothing and is not passed on: report it where it happens.
   */
  readonly awaitedAfterCommit: (() => Promise<void>)[];
}

type Adapter = TransactionalAdapter<DataSource, OpenTransaction | undefined, TransactionOptions>;

/**
 * Opens transactions for nestjs-cls. The standard adapter would send BEGIN, the isolation level and each lock as
 * separate statements. Here they are sent together, so that taking locks first costs no round trip.
 */
export class LockFirstAdapter implements Adapter {
  readonly connectionToken = getDataSourceToken();
  readonly supportsTransactionProxy = false;

  constructor(
    private readonly line: LockQueue,
    private readonly limitMs: number,
  ) {}

  readonly optionsFactory: Adapter['optionsFactory'] = (dataSource) => ({
    wrapWithTransaction: async (options, work, setTransaction) => {
      const turn = await this.line.enter(options?.locks ?? []);
      try {
        return await run<unknown>(dataSource, turn, this.limitMs, options, work, setTransaction);
      } finally {
        turn.end();
      }
    },
    getFallbackInstance: () => undefined,
  });
}

async function run<R>(
  dataSource: DataSource,
  turn: LockRequest,
  limitMs: number,
  { locks = [], wanted = [], repeatableRead = false, beginsAtOnce = false, reader }: TransactionOptions,
  work: () => Promise<R>,
  setTransaction: (open: OpenTransaction) => void,
): Promise<R> {
  const runner = reader?.queryRunner ?? dataSource.createQueryRunner();
  const client = reader?.client ?? ((await runner.connect()) as PoolClient);
  const deadline = new Deadline(client, limitMs);
  let fault: unknown;
  const noteFault = (error: unknown): void => void (fault ??= error);
  client.on('error', noteFault);
  if (beginsAtOnce) corkWrites(client);
  const begun = client.query(
    repeatableRead
      ? `BEGIN ISOLATION LEVEL REPEATABLE READ${lockStatements(locks)}`
      : `BEGIN${lockStatements(locks)}${tryLocksStatements(wanted)}${limitStatement(dataSource, limitMs)}`,
  );
  const held = [...locks];
  const take = (answers: unknown): readonly Lock[] => {
    const taken = takenOf(wanted, answers);
    held.push(...taken);
    return taken;
  };
  const open: OpenTransaction = {
    runner,
    client,
    locks: held,
    taken: begun.then(take),
    deadline,
    isSnapshot: repeatableRead,
    isOver: false,
    ...{ unanswered: [], beforeCommit: [], afterCommit: [], awaitedAfterCommit: [] },
  };
  open.taken.catch(() => undefined); // reported below
  // A failure is reported below, whatever the work does with it.
  begun.then(
    () => {
      turn.granted();
      if (!repeatableRead) deadline.begin();
    },
    () => undefined,
  );
  try {
    if (!beginsAtOnce) await begun;
    // TypeORM must know about the transaction. Otherwise its save() would open and commit a transaction of its own.
    Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
    setTransaction(open);
    const result = await deadline.within(async () => {
      const result = await work();
      for (const step of open.beforeCommit) await step();
      return result;
    });
    // From here on only PostgreSQL knows the outcome, so its answer is awaited even if the time limit passes.
    const [{ command }] = await Promise.all([client.query('COMMIT'), ...open.unanswered]);
    if (command !== 'COMMIT') throw new Error('PostgreSQL has undone the transaction.');
    for (const step of open.afterCommit) step();
    return result;
  } catch (error) {
    if (deadline.error) throw deadline.error;
    await client.query('ROLLBACK').catch(() => undefined); // the connection may be what broke
    if (isEndedByLimit(fault)) throw new TransactionTookTooLong(fault);
    throw await begun.then(
      () => error,
      (first: unknown) => first,
    );
  } finally {
    open.isOver = true;
    deadline.end();
    client.removeListener('error', noteFault);
    if (!reader) await release(runner, deadline.error ?? undefined);
  }
}

/** pg answers a list for several statements in one message; those that try locks have a row for each. */
function takenOf(wanted: readonly Lock[], answers: unknown): readonly Lock[] {
  if (wanted.length === 0) return [];
  const rows = (answers as { rows: { taken: boolean }[] }[]).flatMap((answer) => answer.rows);
  const tried = [...wanted.filter(({ shared }) => shared), ...wanted.filter(({ shared }) => !shared)];
  return tried.filter((_, at) => rows[at]!.taken);
}

/** The method that TypeORM's `release` calls without an error, and does not declare. */
interface PostgresRunner {
  releasePostgresConnection(error?: Error): Promise<void>;
}

const isPostgresRunner = (runner: object): runner is PostgresRunner =>
  'releasePostgresConnection' in runner && typeof runner.releasePostgresConnection === 'function';

/** With an error the pool closes the connection instead of lending it again. */
function release(runner: QueryRunner, error: Error | undefined): Promise<void> {
  if (!isPostgresRunner(runner)) throw new Error('TypeORM has no method to give back a connection with an error.');
  return runner.releasePostgresConnection(error);
}

/** Set after the locks, so that waiting for them does not count. */
const limitStatement = ({ driver }: DataSource, limitMs: number): string =>
  Number.parseInt(driver.version ?? '') >= 17 ? `;SET LOCAL transaction_timeout=${limitMs}` : '';
