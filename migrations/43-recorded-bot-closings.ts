import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which client and from where an owner was deactivated, as the audit log says it of the bots that follow. */
export class RecordedBotClosings1767900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bot_closing ADD COLUMN client text, ADD COLUMN address text');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}
