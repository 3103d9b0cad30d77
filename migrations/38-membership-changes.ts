import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users whom a request subscribes or unsubscribes, and who were too many for its transaction. */
export class MembershipChanges1767400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE membership_change (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id bigint NOT NULL,
      is_joining boolean NOT NULL,
      channel_ids bigint[] NOT NULL,
      user_ids bigint[] NOT NULL,
      colors jsonb NOT NULL,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts smallint NOT NULL DEFAULT 0
    )`);
    await runner.query('CREATE INDEX membership_change_due ON membership_change (due_at, id)');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}
