import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Onboarding steps, exports that administrators requested, and the bot that sends a notice. */
export class Protocol1767200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS = [
  `CREATE TABLE onboarding_step (
    organization_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES user_account,
    name text NOT NULL,
    PRIMARY KEY (user_id, name)
  )`,
  `CREATE TABLE organization_export (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    actor_id bigint NOT NULL REFERENCES user_account,
    type smallint NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    failed_at timestamptz
  )`,
  'CREATE INDEX organization_export_requested ON organization_export (organization_id, requested_at)',
  // A node of the previous version writes false: the notification bot.
  'ALTER TABLE notice ADD COLUMN is_welcome boolean NOT NULL DEFAULT false',
];
