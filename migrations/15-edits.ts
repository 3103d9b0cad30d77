import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What edits and moves store. */
export class Edits1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Earlier versions of a message, newest first; null: unchanged since the send. See `StoredEdit`.
  'ALTER TABLE message ADD COLUMN edit_history jsonb',
  // Few topics are resolved, and a search for them reads whole channels. The prefix is `RESOLVED_PREFIX`.
  `CREATE INDEX message_resolved ON message (channel_id, id) WHERE channel_id IS NOT NULL AND starts_with(topic, '✔ ')`,
  // A notice that a topic is resolved: shown while the message exists, unread only for users who have written there.
  'ALTER TABLE notice ADD COLUMN resolution_of bigint',
  // Such notices that were sent recently, so that an immediate unresolve deletes them.
  `CREATE TABLE resolution_notice (
    message_id bigint PRIMARY KEY,
    sent_at timestamptz NOT NULL DEFAULT now()
  )`,
];
