import type { MixedList } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { LONGEST_TRANSACTION_MS } from './deadline';

/** Connections a process may open; PostgreSQL's limit is shared by all nodes. */
const POOL_SIZE = 20;
/** For a new connection, or for a turn with one of the pool: after that the client may ask another node. */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * Where the network swallows what is sent, PostgreSQL's own timeout never comes back to us: the connection is given up.
 * BEGIN, what follows it and COMMIT may leave in one piece, so that the last answer has to wait for the others.
 */
const SILENCE_MS = 3 * STATEMENT_TIMEOUT_MS + 1_000;

export function dataSourceOptions(url: string): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'parley',
    parseInt8: true,
    installExtensions: false,
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: SILENCE_MS,
      idle_in_transaction_session_timeout: LONGEST_TRANSACTION_MS,
      keepAlive: true,
      // What does not hang on an answer is sent without waiting for it: BEGIN with what follows, the last write with COMMIT.
      pipeline: true,
      // Our statements are short: compiling one takes longer than running it.
      options: '-c jit=off',
    },
  };
}

/** Below the second after which PostgreSQL looks for deadlocks, and then ends the statement of whoever looks. */
const MIGRATION_LOCK_TIMEOUT_MS = 500;

/** Migrations may rewrite tables and build indexes: no statement timeout, whatever the role has. */
export function migrationOptions(url: string, migrations: MixedList<Function>): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'parley-migrate',
    poolSize: 2,
    extra: {
      options: `-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=${MIGRATION_LOCK_TIMEOUT_MS}`,
    },
    migrations,
    migrationsTableName: 'migration',
  };
}
