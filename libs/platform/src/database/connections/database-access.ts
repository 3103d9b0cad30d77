/** What stands between the server and PostgreSQL; null: nothing. `transaction`: PgBouncer in transaction mode, or its like. */
export type Pooler = 'transaction' | null;

export const USUAL_POOL_SIZE = 20;

/** How a process reaches its database. */
export class DatabaseAccess {
  constructor(
    readonly url: string,
    /** Connections for requests and workers. */
    readonly poolSize = USUAL_POOL_SIZE,
    readonly pooler: Pooler = null,
  ) {}
}
