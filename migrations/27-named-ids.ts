import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The users that a message mentions, if there are many: kept with the message instead of a row for each (ADR 28). */
export class NamedIds1766300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  'ALTER TABLE message ADD COLUMN named_ids bigint[]',
  // Compressing a thousand ids takes longer than the rest of the write.
  'ALTER TABLE message ALTER COLUMN named_ids SET STORAGE EXTERNAL',
];
