import { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The pool of pg that TypeORM's driver holds: asked directly, a statement needs no query runner. */
export function poolOf({ driver }: Pick<DataSource, 'driver'>): Pool {
  if ('master' in driver && driver.master instanceof Pool) return driver.master;
  throw new Error('This data source has no pool of PostgreSQL connections.');
}
