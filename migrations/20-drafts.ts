import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts, saved snippets, reports, navigation views, playgrounds, tokens of devices. */
export class Drafts1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Without a channel and without users: the draft has no recipients yet.
  `CREATE TABLE draft (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES user_account,
    channel_id bigint,
    recipient_ids bigint[] NOT NULL DEFAULT '{}',
    topic text NOT NULL,
    content text NOT NULL,
    edited_at timestamptz NOT NULL,
    CHECK (channel_id IS NULL OR recipient_ids = '{}')
  )`,
  'CREATE INDEX draft_user ON draft (user_id, edited_at, id)',
  `CREATE TABLE saved_snippet (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES user_account,
    title text NOT NULL,
    content text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX saved_snippet_user ON saved_snippet (user_id, id)',
  // The message may be deleted by now; its text is in the channel of the moderators.
  `CREATE TABLE report (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    message_id bigint NOT NULL,
    sender_id bigint NOT NULL,
    reporter_id bigint NOT NULL,
    reason text NOT NULL,
    description text NOT NULL,
    reported_at timestamptz NOT NULL,
    resolver_id bigint,
    resolved_at timestamptz,
    note text NOT NULL DEFAULT '',
    CHECK ((resolver_id IS NULL) = (resolved_at IS NULL))
  )`,
  'CREATE INDEX report_organization ON report (organization_id, id)',
  'CREATE INDEX report_open ON report (organization_id, id) WHERE resolved_at IS NULL',
  `CREATE TABLE navigation_view (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES user_account,
    fragment text NOT NULL,
    name text,
    is_pinned boolean NOT NULL
  )`,
  // On a hash: an index of the text itself is limited to less than the longest fragment.
  'CREATE UNIQUE INDEX navigation_view_fragment ON navigation_view (user_id, md5(fragment))',
  `CREATE TABLE code_playground (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    name text NOT NULL,
    language text NOT NULL,
    url_template text NOT NULL,
    UNIQUE (organization_id, language, name)
  )`,
  // Only a hash of the token: the server sends nothing to these devices.
  `CREATE TABLE device_token (
    user_id bigint NOT NULL REFERENCES user_account,
    organization_id bigint NOT NULL,
    kind text NOT NULL,
    token_hash bytea NOT NULL,
    PRIMARY KEY (user_id, kind, token_hash)
  )`,
];
