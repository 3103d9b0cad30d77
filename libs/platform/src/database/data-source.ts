import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { APPLICATION_NAME } from './connections/connections';
import type { DatabaseAccess } from './connections/database-access';
import { PostgresNaming } from './entities/naming';
import { sessionWith, usualLimits } from './connections/session';

/** How connections for requests are opened, in the words of pg. */
export const connectionOptions = ({ pooler, times }: DatabaseAccess) => ({
  query_timeout: times.silenceMs,
  keepAlive: true,
  // Statements that do not depend on an answer are sent without waiting for it: BEGIN with the next one, the last write
  // with COMMIT.
  pipeline: true,
  ...sessionWith(usualLimits(times), pooler),
});

export function dataSourceOptions(access: DatabaseAccess): PostgresDataSourceOptions {
  const { url, poolSize, times } = access;
  return {
    type: 'postgres',
    url,
    applicationName: APPLICATION_NAME,
    parseInt8: true,
    installExtensions: false,
    uuidExtension: 'pgcrypto', // `gen_random_uuid()`, which PostgreSQL has itself
    namingStrategy: new PostgresNaming(),
    poolSize,
    connectTimeoutMS: times.connectMs,
    extra: connectionOptions(access),
  };
}
