import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens with which companies write users and groups, and what they have written. */
export class Scim1768900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE scim_client (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz
  )`,
  'CREATE UNIQUE INDEX scim_client_token ON scim_client (token_hash)',
  'CREATE INDEX scim_client_provider ON scim_client (provider_id)',
  // A user or a group, as the provider describes it. `name_key`: the user name in lower case. A row with `deleted_at` is
  // kept, because providers create again what they deleted.
  `CREATE TABLE scim_object (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider_id bigint NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
    user_id bigint REFERENCES user_account,
    group_id bigint REFERENCES user_group,
    name_key text,
    external_id text,
    resource jsonb NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    deactivated_at timestamptz,
    deleted_at timestamptz
  )`,
  'CREATE UNIQUE INDEX scim_object_user ON scim_object (user_id, provider_id) WHERE user_id IS NOT NULL',
  'CREATE UNIQUE INDEX scim_object_group ON scim_object (group_id) WHERE group_id IS NOT NULL',
  'CREATE UNIQUE INDEX scim_object_name ON scim_object (provider_id, name_key) WHERE deleted_at IS NULL',
  'CREATE INDEX scim_object_external ON scim_object (provider_id, external_id) WHERE external_id IS NOT NULL',
];
