import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the user of a session last proved who they are, and the devices from which users have logged in. */
export class SessionPolicy1769600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  'ALTER TABLE browser_session ADD COLUMN authenticated_at timestamptz',
  `CREATE TABLE known_device (
    user_id bigint NOT NULL REFERENCES user_account,
    hash bytea NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, hash)
  )`,
];
