import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the search for unread messages may begin, and what it may skip. */
export class ScanHints1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // No message of the channel up to here that never moved is unread without a flag. May be deleted: it only saves time.
  `CREATE TABLE scan_hint (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    scan_from bigint NOT NULL,
    PRIMARY KEY (user_id, channel_id)
  )`,
  // Few messages mention a whole channel; every registration asks which of the unread ones do.
  'CREATE INDEX message_wildcard ON message (channel_id, id) WHERE mentions_channel',
];
