import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of messages, apart from the messages: a worker collects them, so that no send waits for the index
 * (docs/adr/0022-full-text-search.md). The worker indexes older messages in the background, the newest first.
 */
export class Search1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE message_search (
    message_id bigint PRIMARY KEY,
    words tsvector NOT NULL
  )`,
  // The request that finds the pending list full would write it out, and hold back all events.
  'CREATE INDEX message_search_words ON message_search USING gin (words) WITH (fastupdate = off)',
  // Messages that were edited, moved, deleted or rendered again: their index entries are not valid.
  'CREATE TABLE search_due (message_id bigint PRIMARY KEY)',
  // `reached`: all messages up to this id are indexed, except those from `rebuild_below` downwards, which are pending
  // (null: none). `language` is that of the index (null: not set yet), `former_language` that of the part that is not
  // rebuilt.
  `CREATE TABLE search_state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    language text,
    former_language text,
    reached bigint NOT NULL,
    rebuild_below bigint
  )`,
  `INSERT INTO search_state (reached, rebuild_below)
    SELECT coalesce(max(id), 0), CASE WHEN count(*) > 0 THEN max(id) + 1 END FROM message`,
];
