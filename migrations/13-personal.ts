import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people say of themselves and how they like things. */
export class Personal1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [];
