import { DataSource, MigrationInterface } from 'typeorm';
import { lock, lockStatements } from './locks';
import { migrationOptions } from './data-source';

type MigrationClass = new () => MigrationInterface;

/**
 * Brings the schema up to date under the cluster-wide lock, so that any number of nodes may start together on an empty
 * database. Returns the names of the migrations that ran.
 */
export async function migrate(url: string, migrations: MigrationClass[]): Promise<string[]> {
  const dataSource = await new DataSource(migrationOptions(url, migrations)).initialize();
  const guard = dataSource.createQueryRunner();
  try {
    await guard.query('BEGIN');
    await guard.query(lockStatements([lock.cluster()]).slice(1));
    const done = await dataSource.runMigrations({ transaction: 'each' });
    await guard.query('COMMIT');
    return done.map(({ name }) => name);
  } finally {
    await guard.release();
    await dataSource.destroy();
  }
}
