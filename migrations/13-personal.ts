import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Personal data and preferences of users. */
export class Personal1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE profile_field (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    type smallint NOT NULL,
    name text NOT NULL,
    hint text NOT NULL DEFAULT '',
    field_data text NOT NULL DEFAULT '',
    position integer NOT NULL,
    display_in_profile_summary boolean NOT NULL DEFAULT false,
    required boolean NOT NULL DEFAULT false,
    editable_by_user boolean NOT NULL DEFAULT true
  )`,
  'CREATE UNIQUE INDEX profile_field_name ON profile_field (organization_id, lower(name))',
  `CREATE TABLE profile_value (
    user_id bigint NOT NULL REFERENCES user_account,
    field_id bigint NOT NULL REFERENCES profile_field ON DELETE CASCADE,
    organization_id bigint NOT NULL,
    value text NOT NULL,
    rendered_value text,
    PRIMARY KEY (user_id, field_id)
  )`,
  'CREATE INDEX profile_value_organization ON profile_value (organization_id, user_id)',
  'CREATE INDEX profile_value_field ON profile_value (field_id)',
  `CREATE TABLE user_status (
    user_id bigint PRIMARY KEY REFERENCES user_account,
    organization_id bigint NOT NULL,
    status_text text NOT NULL DEFAULT '',
    emoji_name text NOT NULL DEFAULT '',
    emoji_code text NOT NULL DEFAULT '',
    reaction_type text NOT NULL DEFAULT ''
  )`,
  'CREATE INDEX user_status_organization ON user_status (organization_id)',
  // The change id is the id of the writing transaction: below the horizon of a snapshot no change can appear any more,
  // so a client that asks for later changes misses none.
  `CREATE TABLE presence (
    user_id bigint PRIMARY KEY REFERENCES user_account,
    organization_id bigint NOT NULL,
    active_at timestamptz,
    connected_at timestamptz NOT NULL,
    hidden boolean NOT NULL DEFAULT false,
    change_id bigint NOT NULL
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX presence_change ON presence (organization_id, change_id)',
  `CREATE TABLE alert_word (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES user_account,
    word text NOT NULL,
    folded text NOT NULL,
    UNIQUE (user_id, folded)
  )`,
  'CREATE INDEX alert_word_organization ON alert_word (organization_id)',
  `CREATE TABLE muted_user (
    user_id bigint NOT NULL REFERENCES user_account,
    muted_user_id bigint NOT NULL REFERENCES user_account,
    organization_id bigint NOT NULL,
    muted_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, muted_user_id)
  )`,
  'CREATE INDEX muted_user_organization ON muted_user (organization_id)',
];
