import type { MixedList } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import type { DatabaseAccess, Pooler } from './connections/database-access';
import { MIGRATION_LIMITS, sessionWith, SILENCE_MS, USUAL_LIMITS } from './connections/session';

export const APPLICATION_NAME = 'parley';

/** For a new connection, or for a turn with one of the pool: after that the client may ask another node. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** How connections for requests are opened, in the words of pg. */
export const connectionOptions = (pooler: Pooler) => ({
  query_timeout: SILENCE_MS,
  keepAlive: true,
  // What does not hang on an answer is sent without waiting for it: BEGIN with what follows, the last write with COMMIT.
  pipeline: true,
  ...sessionWith(USUAL_LIMITS, pooler),
});

export function dataSourceOptions({ url, poolSize, pooler }: DatabaseAccess): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: APPLICATION_NAME,
    parseInt8: true,
    installExtensions: false,
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: connectionOptions(pooler),
  };
}

export function migrationOptions(
  url: string,
  migrations: MixedList<Function>,
  pooler: Pooler = null,
): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    applicationName: 'parley-migrate',
    poolSize: 2,
    extra: sessionWith(MIGRATION_LIMITS, pooler),
    migrations,
    migrationsTableName: 'migration',
  };
}
