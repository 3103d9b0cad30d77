import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Providers of company logins, whom they know, and which sessions and keys come from them. */
export class CompanyLogin1768400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE identity_provider (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    kind text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    icon text,
    is_enabled boolean NOT NULL DEFAULT true,
    settings jsonb NOT NULL,
    sealed_secret bytea,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX identity_provider_slug ON identity_provider (organization_id, slug)',
  // A directory that deactivated an account may reactivate it: `deactivated_at`.
  `CREATE TABLE external_identity (
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    subject text NOT NULL,
    user_id bigint NOT NULL REFERENCES user_account,
    address_seen text,
    linked_at timestamptz NOT NULL DEFAULT now(),
    last_login_at timestamptz,
    deactivated_at timestamptz,
    PRIMARY KEY (provider_id, subject)
  )`,
  'CREATE UNIQUE INDEX external_identity_user ON external_identity (user_id, provider_id)',
  `CREATE TABLE login_attempt (
    hash bytea PRIMARY KEY,
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    browser_hash bytea NOT NULL,
    nonce text,
    sealed_verifier bytea,
    request_id text,
    next text NOT NULL,
    flow text NOT NULL,
    sealed_pad bytea,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX login_attempt_expiry ON login_attempt (expires_at)',
  'CREATE INDEX login_attempt_provider ON login_attempt (provider_id)',
  `CREATE TABLE spent_token (
    hash bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX spent_token_expiry ON spent_token (expires_at)',
  `CREATE TABLE session_origin (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES user_account,
    session_id bigint REFERENCES browser_session ON DELETE CASCADE,
    key_id bigint REFERENCES api_key ON DELETE CASCADE,
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    subject text NOT NULL,
    sid text,
    authenticated_at timestamptz NOT NULL
  )`,
  'CREATE UNIQUE INDEX session_origin_session ON session_origin (session_id)',
  'CREATE UNIQUE INDEX session_origin_key ON session_origin (key_id)',
  'CREATE INDEX session_origin_subject ON session_origin (provider_id, subject)',
  'CREATE INDEX session_origin_sid ON session_origin (provider_id, sid) WHERE sid IS NOT NULL',
  `CREATE TABLE login_domain (
    organization_id bigint NOT NULL REFERENCES organization,
    domain text NOT NULL,
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    is_enforced boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, domain)
  )`,
  'CREATE INDEX login_domain_provider ON login_domain (provider_id)',
  `CREATE TABLE group_link (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    external_group text NOT NULL,
    user_group_id bigint REFERENCES user_group,
    role smallint,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX group_link_provider ON group_link (provider_id, external_group)',
  'CREATE INDEX group_link_user_group ON group_link (user_group_id)',
  `CREATE TABLE directory_run (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    seen integer NOT NULL DEFAULT 0,
    changed integer NOT NULL DEFAULT 0,
    would_deactivate integer NOT NULL DEFAULT 0,
    outcome text
  )`,
  'CREATE INDEX directory_run_provider ON directory_run (provider_id, id)',
];
