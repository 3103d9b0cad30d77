import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Devices with encrypted notifications, and what the relay reports about an organization. */
export class PushDevices1765800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Relays identify organizations by this, permanently.
  'ALTER TABLE organization ADD COLUMN uuid uuid NOT NULL DEFAULT gen_random_uuid()',
  'CREATE UNIQUE INDEX organization_uuid ON organization (uuid)',
  // The last report of the relay, {isEnabled, endsAt}; null: none yet.
  'ALTER TABLE organization ADD COLUMN push_status jsonb',
  // Pending while the relay has to register it; then active, with its id there, or failed.
  `CREATE TABLE push_device (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES user_account,
    push_account_id bigint NOT NULL,
    token_kind text NOT NULL CHECK (token_kind IN ('fcm', 'apns')),
    public_key bytea NOT NULL CHECK (length(public_key) = 32),
    api_key_id bigint,
    session_id bigint,
    registered_at timestamptz NOT NULL DEFAULT now(),
    registration text,
    bouncer_public_key text,
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    device_id bigint,
    error_code text,
    UNIQUE (user_id, push_account_id),
    CHECK (num_nonnulls(registration, device_id, error_code) = 1),
    CHECK ((registration IS NULL) = (bouncer_public_key IS NULL) AND (registration IS NULL) = (due_at IS NULL))
  )`,
  'CREATE INDEX push_device_due ON push_device (due_at, id) WHERE due_at IS NOT NULL',
  'CREATE INDEX push_device_relay ON push_device (device_id) WHERE device_id IS NOT NULL',
  // Users whom notifications can reach, once or several times; 24-push-tokens adds those of older applications.
  'CREATE VIEW push_reachable AS SELECT user_id FROM push_device WHERE device_id IS NOT NULL',
];
