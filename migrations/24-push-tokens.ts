import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of devices whose applications support only the older protocol. */
export class PushTokens1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Older rows have only the hash of the token: their devices send it again when their apps start.
  `ALTER TABLE device_token
    ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    ADD COLUMN sealed_token bytea,
    ADD COLUMN app_id text,
    ADD COLUMN api_key_id bigint,
    ADD COLUMN session_id bigint,
    ADD COLUMN is_wanted boolean NOT NULL DEFAULT true,
    ADD COLUMN is_registered boolean NOT NULL DEFAULT false,
    ADD COLUMN revision integer NOT NULL DEFAULT 0,
    ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
    ADD COLUMN due_at timestamptz,
    ADD COLUMN leased_until timestamptz`,
  'CREATE INDEX device_token_due ON device_token (due_at, id) WHERE due_at IS NOT NULL',
  // Several rows for a user have the same effect as one.
  `CREATE OR REPLACE VIEW push_reachable AS SELECT user_id FROM push_device WHERE device_id IS NOT NULL
    UNION ALL SELECT user_id FROM device_token WHERE is_wanted AND is_registered`,
];
