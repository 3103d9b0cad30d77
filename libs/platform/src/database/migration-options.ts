import type { MixedList } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import type { Pooler } from './connections/database-access';
import { MIGRATION_LIMITS, sessionWith } from './connections/session';

/** Without the names of entities, which would load TypeORM in commands that only read these options. */
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
