import type { QueryRunner } from 'typeorm';

/**
 * An index of a table that is in use: writes continue while it is built. Requires a migration of its own,
 * outside of a transaction, which may be interrupted and started again.
 * @param definition what follows the name in CREATE INDEX
 */
export async function buildIndex(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query('SET lock_timeout = 0'); // no request waits for it
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query(`CREATE INDEX CONCURRENTLY ${name} ${definition}`);
  await runner.query('RESET lock_timeout');
}
