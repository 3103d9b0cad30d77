import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the notification bot has to send: written with its cause, sent by a worker, and deleted then. */
export class Notices1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('What is to be said is not taken back.');
  }
}

const STATEMENTS = [
  `CREATE TABLE notice (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL,
    channel_id bigint,
    topic text NOT NULL DEFAULT '',
    recipient_ids bigint[] NOT NULL DEFAULT '{}',
    content text NOT NULL,
    linked_channel_ids bigint[] NOT NULL DEFAULT '{}',
    reader_id bigint,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0,
    CHECK ((channel_id IS NULL) = (recipient_ids <> '{}'))
  )`,
  'CREATE INDEX notice_due ON notice (due_at, id)',
];
