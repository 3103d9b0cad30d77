import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an organization customizes: linkifiers, emoji, pictures, domains. */
export class OrganizationThings1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // G: found by the email address, U: uploaded (then there is a key), J: drawn by the server.
  `ALTER TABLE user_account ADD COLUMN avatar_source text NOT NULL DEFAULT 'G', ADD COLUMN avatar_key text,
    ADD CHECK ((avatar_source = 'U') = (avatar_key IS NOT NULL))`,
  `CREATE TABLE linkifier (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    pattern text NOT NULL,
    url_template text NOT NULL,
    position integer NOT NULL
  )`,
  'CREATE UNIQUE INDEX linkifier_pattern ON linkifier (organization_id, md5(pattern))',
  `CREATE TABLE custom_emoji (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    name text NOT NULL,
    author_id bigint NOT NULL REFERENCES user_account,
    key text NOT NULL,
    is_animated boolean NOT NULL DEFAULT false,
    deactivated boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX custom_emoji_name ON custom_emoji (organization_id, name) WHERE NOT deactivated',
  'CREATE INDEX custom_emoji_organization ON custom_emoji (organization_id, id)',
  // Pictures without references, before or after their use: their files are removed after a while.
  `CREATE TABLE unused_picture (
    name text PRIMARY KEY,
    kind text NOT NULL,
    organization_id bigint NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX unused_picture_since ON unused_picture (since)',
  `CREATE TABLE organization_domain (
    organization_id bigint NOT NULL REFERENCES organization,
    domain text NOT NULL,
    allow_subdomains boolean NOT NULL,
    PRIMARY KEY (organization_id, domain)
  )`,
  // Pictures by kind, each with its key and version; defaults of new users under the clients' names.
  `ALTER TABLE organization ADD COLUMN pictures jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN user_defaults jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN deactivated_at timestamptz`,
];
