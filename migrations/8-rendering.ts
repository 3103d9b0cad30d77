import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What rendering depends on and leaves behind. */
export class Rendering1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = ['ALTER TABLE organization ADD COLUMN rendering_version bigint NOT NULL DEFAULT 1'];
