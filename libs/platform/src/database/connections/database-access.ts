/**
 * The pooler between the server and PostgreSQL; `null`: none. `transaction`: PgBouncer in transaction mode, or a
 * similar one.
 */
export type Pooler = 'transaction' | null;

export const USUAL_POOL_SIZE = 20;

/** How long the database may take, in milliseconds. */
export interface DatabaseTimes {
  /** For a new connection, or for a turn with one of the pool: after that the client may ask another node. */
  readonly connectMs: number;
  readonly statementMs: number;
  /** Below that of statements, so that the log tells waiting for a lock from a statement that is slow. */
  readonly lockMs: number;
  /**
   * No transaction that writes may take longer: readers of the event log stop at the oldest one under way, so it holds
   * back all events.
   */
  readonly transactionMs: number;
  /**
   * Where the network loses what is sent, PostgreSQL's own timeout never comes back to us: the connection is given up.
   * BEGIN, what follows it and COMMIT may leave in one piece, so that the last answer has to wait for the others.
   */
  readonly silenceMs: number;
}

const STATEMENT_MS = 5_000;

export const USUAL_TIMES: DatabaseTimes = {
  connectMs: 10_000,
  statementMs: STATEMENT_MS,
  lockMs: 4_000,
  transactionMs: 5_000,
  silenceMs: 3 * STATEMENT_MS + 1_000,
};

/** How a process reaches its database. */
export class DatabaseAccess {
  constructor(
    readonly url: string,
    /** Connections for requests and workers. */
    readonly poolSize = USUAL_POOL_SIZE,
    readonly pooler: Pooler = null,
    /** The times are that many times as long: for a machine that is too slow for them. */
    readonly patience = 1,
    /** Where a replica answers reads; `null`: there is none. */
    readonly readUrl: string | null = null,
  ) {}

  get times(): DatabaseTimes {
    const { connectMs, statementMs, lockMs, transactionMs, silenceMs } = USUAL_TIMES;
    return {
      connectMs: connectMs * this.patience,
      statementMs: statementMs * this.patience,
      lockMs: lockMs * this.patience,
      transactionMs: transactionMs * this.patience,
      silenceMs: silenceMs * this.patience,
    };
  }
}
