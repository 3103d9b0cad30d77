import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 1_000;

/**
 * Descriptions of user groups had no limit; every registration sends all of them. Longer ones are truncated, in
 * batches.
 */
export class ShortDescriptions1767100000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let cut = BATCH; cut === BATCH;) {
      const rows = (await runner.query(
        `WITH long AS (SELECT id FROM user_group WHERE char_length(description) > 1024 ORDER BY id LIMIT ${BATCH} FOR UPDATE),
              cut AS (UPDATE user_group g SET description = left(g.description, 1024) FROM long WHERE g.id = long.id RETURNING 1)
         SELECT count(*)::int AS count FROM cut`,
      )) as [{ count: number }];
      cut = rows[0].count;
    }
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}
