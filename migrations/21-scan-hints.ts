import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where reading may begin to look. */
export class ScanHints1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [];
