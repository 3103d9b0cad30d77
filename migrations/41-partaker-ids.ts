import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The users that a topic mention reaches, if there are many: kept with the message (ADR 28). */
export class PartakerIds1767700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  'ALTER TABLE message ADD COLUMN partaker_ids bigint[]',
  // Compressing ten thousand ids takes longer than the rest of the write.
  'ALTER TABLE message ALTER COLUMN partaker_ids SET STORAGE EXTERNAL',
];
