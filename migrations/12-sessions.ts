import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions and bots. */
export class Sessions1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE browser_session (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    user_id bigint NOT NULL REFERENCES user_account,
    hash bytea NOT NULL UNIQUE,
    user_agent text NOT NULL,
    address inet,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX browser_session_user ON browser_session (user_id)',
  'CREATE INDEX browser_session_expiry ON browser_session (expires_at)',
  // A one-time pad is used for one key: two keys under one pad would reveal their difference.
  `CREATE TABLE spent_one_time_pad (
    hash bytea PRIMARY KEY,
    spent_at timestamptz NOT NULL DEFAULT now()
  )`,
  'ALTER TABLE event_queue ALTER COLUMN key_id DROP NOT NULL',
  `CREATE TABLE bot (
    user_id bigint PRIMARY KEY REFERENCES user_account,
    organization_id bigint NOT NULL REFERENCES organization,
    default_sending_channel_id bigint,
    default_events_channel_id bigint,
    default_all_public_channels boolean NOT NULL DEFAULT false
  )`,
];
