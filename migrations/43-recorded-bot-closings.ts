import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The client and the address of the request that deactivated an owner, for the audit entries of the bots that follow.
 */
export class RecordedBotClosings1767900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bot_closing ADD COLUMN client text, ADD COLUMN address text');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}
