import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletion by age, and the activity of channels. */
export class Deletions1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS = [
  // Null: not counted yet.
  `ALTER TABLE channel ADD COLUMN is_recently_active boolean NOT NULL DEFAULT true,
    ADD COLUMN weekly_traffic integer`,
  // A send learns from the row that it reads anyway that all users must be told of a first message.
  'ALTER TABLE channel ADD COLUMN is_empty boolean NOT NULL DEFAULT true',
  'UPDATE channel c SET is_empty = false WHERE EXISTS (SELECT FROM message m WHERE m.channel_id = c.id)',
  // By age, not by id: the planner must not use it for pages of direct messages.
  'CREATE INDEX message_direct_age ON message (organization_id, sent_at) WHERE conversation_id IS NOT NULL',
  `CREATE TABLE pass (
    job text NOT NULL,
    organization_id bigint NOT NULL REFERENCES organization,
    due_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job, organization_id)
  )`,
];
