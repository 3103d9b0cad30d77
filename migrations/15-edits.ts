import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What edits and moves leave behind. */
export class Edits1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [];
