import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bots of a deactivated owner that are still to be deactivated: a user may have thousands.
 *
 * Work for thousands of users takes several transactions: each row stores the last user that is done. For the cursor of
 * missed messages: `partial_id` is the message that is done up to that user.
 */
export class WideWork1767300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE bot_closing (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id bigint NOT NULL,
      bot_id bigint NOT NULL,
      owner_id bigint NOT NULL,
      actor_id bigint,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts smallint NOT NULL DEFAULT 0
    )`);
    await runner.query('CREATE INDEX bot_closing_due ON bot_closing (due_at, id)');
    await runner.query('CREATE INDEX bot_closing_owner ON bot_closing (owner_id)');
    await runner.query('ALTER TABLE push_due ADD COLUMN done_user_id bigint NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE missed_edit ADD COLUMN done_user_id bigint NOT NULL DEFAULT 0');
    await runner.query(
      `ALTER TABLE missed_message_cursor ADD COLUMN partial_id bigint NOT NULL DEFAULT 0,
         ADD COLUMN done_user_id bigint NOT NULL DEFAULT 0`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}
