import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Edits that add mentions: mails may have to tell of them too. */
export class MissedEdits1766100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE missed_edit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id bigint NOT NULL,
    named_ids bigint[] NOT NULL,
    topic_ids bigint[] NOT NULL,
    of_channel boolean NOT NULL
  )`,
];
