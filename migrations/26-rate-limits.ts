import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts of requests, for all nodes together. */
export class RateLimits1766200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Not in the write-ahead log: a crash of the database resets all counts. Rows are updated in place, hence the fill
  // factor.
  `CREATE UNLOGGED TABLE rate_limit (
    key text PRIMARY KEY,
    used integer NOT NULL,
    resets_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`,
];
