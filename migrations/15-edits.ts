import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What edits and moves leave behind. */
export class Edits1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // What a message was, newest first; null: it is as it was sent. See `StoredEdit`.
  'ALTER TABLE message ADD COLUMN edit_history jsonb',
  // Few topics are resolved, and who looks for them looks through whole channels. The prefix is `RESOLVED_PREFIX`.
  `CREATE INDEX message_resolved ON message (channel_id, id) WHERE channel_id IS NOT NULL AND starts_with(topic, '✔ ')`,
  // A notice that a topic is resolved: said while the message is there, unread only by those who have written in it.
  'ALTER TABLE notice ADD COLUMN resolution_of bigint',
  // Such notices that were sent lately, so that whoever undoes it at once takes them back.
  `CREATE TABLE resolution_notice (
    message_id bigint PRIMARY KEY,
    sent_at timestamptz NOT NULL DEFAULT now()
  )`,
];
