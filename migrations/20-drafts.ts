import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts, saved snippets, reports, navigation views, playgrounds. */
export class Drafts1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [];
