import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change for a whole organization, after which the shown notifications of all its users are checked in batches. */
export class OrganizationRechecks1768200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE push_organization_recheck (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id bigint NOT NULL,
      after_user_id bigint NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts smallint NOT NULL DEFAULT 0
    )`);
    await runner.query('CREATE INDEX push_organization_recheck_due ON push_organization_recheck (due_at, id)');
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}
