import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { migrationOptions } from './migration-options';
import type { Pooler } from './connections/database-access';
import { lock, tryLockStatement } from './transactions/locks';

type MigrationClass = new () => MigrationInterface;

/** A migration that cannot lock a table pauses, so that other transactions can run; each pause is longer. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const BETWEEN_LOOKS_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the schema up to date, one node at a time, so that any number of them may start together on an empty database. What
 * was done by a newer version is left alone. A table in use is waited for in short attempts only: a longer wait for an
 * exclusive lock would block all other transactions.
 * @param onWaiting called once, when a table is not to be had at once
 * @returns the names of the migrations that ran
 */
export async function migrate(
  url: string,
  migrations: MigrationClass[],
  onWaiting: () => void = () => undefined,
  pooler: Pooler = null,
): Promise<string[]> {
  const dataSource = await new DataSource(migrationOptions(url, migrations, pooler)).initialize();
  const guard = dataSource.createQueryRunner();
  const pending = async () => {
    const known = await namesIn(guard);
    return migrations.map(({ name }) => name).filter((name) => !known.has(name));
  };
  try {
    // A node with nothing to do must not wait for a newer node whose migrations take long.
    if ((await pending()).length === 0) return [];
    await takeTurn(guard);
    const names = await pending();
    await runAll(dataSource, onWaiting);
    await guard.query('COMMIT');
    return names;
  } finally {
    await guard.release();
    await dataSource.destroy();
  }
}

/**
 * Begins the transaction that holds the lock. A statement that waited for the lock would in turn be waited for by a
 * concurrent index build, which is a deadlock. So no connection is held while waiting, which also helps behind a pooler
 * with few connections.
 */
async function takeTurn(guard: QueryRunner): Promise<void> {
  for (;;) {
    await guard.query('BEGIN');
    const [{ taken }] = (await guard.query(tryLockStatement(lock.schema()))) as [{ taken: boolean }];
    if (taken) return;
    await guard.query('ROLLBACK');
    await delay(BETWEEN_LOOKS_MS);
  }
}

async function namesIn(runner: QueryRunner): Promise<Set<string>> {
  const [{ there }] = (await runner.query("SELECT to_regclass('migration') IS NOT NULL AS there")) as [
    { there: boolean },
  ];
  const rows = there ? ((await runner.query('SELECT name FROM migration')) as { name: string }[]) : [];
  return new Set(rows.map(({ name }) => name));
}

/** Each migration has its own transaction, so that completed ones stay. */
async function runAll(dataSource: DataSource, onWaiting: () => void): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return void (await dataSource.runMigrations({ transaction: 'each' }));
    } catch (error) {
      if ((error as { driverError?: { code?: string } }).driverError?.code !== LOCK_NOT_AVAILABLE) throw error;
      if (pause === FIRST_PAUSE_MS) onWaiting();
      await delay(pause);
    }
  }
}
