import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reactions, submessages, and keys of sends that are repeated. */
export class Reactions1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [];
