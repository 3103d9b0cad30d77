import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors, recovery codes, and logins that wait for a second factor. */
export class SecondFactors1768500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE second_factor (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    user_id bigint NOT NULL REFERENCES user_account,
    kind text NOT NULL,
    label text NOT NULL,
    sealed_secret bytea,
    challenge text,
    credential_id bytea,
    public_key bytea,
    sign_count bigint NOT NULL DEFAULT 0,
    last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz,
    last_used_at timestamptz
  )`,
  'CREATE INDEX second_factor_user ON second_factor (user_id, id)',
  'CREATE INDEX second_factor_organization ON second_factor (organization_id) WHERE confirmed_at IS NOT NULL',
  'CREATE UNIQUE INDEX second_factor_credential ON second_factor (organization_id, credential_id)',
  `CREATE TABLE recovery_code (
    user_id bigint NOT NULL REFERENCES user_account,
    hash bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (user_id, hash)
  )`,
  `CREATE TABLE second_step (
    hash bytea PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    user_id bigint REFERENCES user_account,
    login jsonb NOT NULL,
    sealed_secret bytea,
    challenge text,
    wrong_codes smallint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX second_step_expiry ON second_step (expires_at)',
  'CREATE INDEX second_step_user ON second_step (user_id)',
];
