import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Channels of a deactivated or reactivated user that were too many for its transaction. */
export class AbsenceChanges1768100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE absence_change (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id bigint NOT NULL,
      user_id bigint NOT NULL,
      is_leaving boolean NOT NULL,
      channel_ids bigint[] NOT NULL,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts smallint NOT NULL DEFAULT 0
    )`);
    await runner.query('CREATE INDEX absence_change_due ON absence_change (due_at, id)');
    await runner.query('CREATE INDEX absence_change_user ON absence_change (user_id, id)');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}
