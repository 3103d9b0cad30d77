import type { MixedList } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';

/** Connections a process may open; PostgreSQL's limit is shared by all nodes. */
const POOL_SIZE = 20;
/** For a new connection, or for a turn with one of the pool: after that the client may ask another node. */
const CONNECT_TIMEOUT_MS = 10_000;

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
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      // Our statements are short: compiling one takes longer than running it.
      options: '-c jit=off',
    },
  };
}

/** Migrations may rewrite tables and build indexes: no statement timeout. */
export function migrationOptions(url: string, migrations: MixedList<Function>): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'parley-migrate',
    poolSize: 2,
    migrations,
    migrationsTableName: 'migration',
  };
}
