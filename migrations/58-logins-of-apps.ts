import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logins of desktop apps, and what a provider wants to see when a user logs out there. */
export class LoginsOfApps1769400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  `CREATE TABLE desktop_login (
    hash bytea PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    user_id bigint NOT NULL REFERENCES user_account,
    login jsonb NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX desktop_login_expiry ON desktop_login (expires_at)',
  'CREATE INDEX desktop_login_user ON desktop_login (user_id)',
  'ALTER TABLE session_origin ADD COLUMN sealed_hint bytea',
];
