import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reactions, submessages, and keys of repeated sends. */
export class Reactions1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS = [
  `CREATE TABLE reaction (
    message_id bigint NOT NULL,
    user_id bigint NOT NULL,
    emoji_type text NOT NULL CHECK (emoji_type IN ('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')),
    emoji_code text NOT NULL,
    emoji_name text NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (message_id, emoji_type, emoji_code, user_id)
  )`,
  // The content of a widget message and of its submessages: JSON as text, as clients wrote it.
  `CREATE TABLE submessage (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id bigint NOT NULL,
    sender_id bigint NOT NULL,
    type text NOT NULL,
    content text NOT NULL
  )`,
  'CREATE INDEX submessage_message ON submessage (message_id, id)',
  // A client's key of a send, as a hash, so that the same request sends no second message; kept for a day.
  `CREATE TABLE send_key (
    user_id bigint NOT NULL,
    key bytea NOT NULL,
    request bytea NOT NULL,
    message_id bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
  )`,
  'CREATE INDEX send_key_created ON send_key (created_at)',
  // When the owner of a bot was last notified that it writes to a channel that does not exist.
  `CREATE TABLE lost_bot (
    bot_id bigint PRIMARY KEY,
    told_at timestamptz NOT NULL
  )`,
];
