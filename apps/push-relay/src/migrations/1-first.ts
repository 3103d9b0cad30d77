import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations and their realms, keys of the relay, devices, what was delivered, quotas. */
export class RelayFirst1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // The key is long and random: a plain hash of it cannot be guessed.
  `CREATE TABLE relay_organization (
    id uuid PRIMARY KEY,
    name text NOT NULL UNIQUE,
    key_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    disabled_at timestamptz
  )`,
  `CREATE TABLE relay_realm (
    uuid uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES relay_organization ON DELETE CASCADE,
    bound_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX relay_realm_organization ON relay_realm (organization_id)',
  // Of a retired key only the public half is left: what was encrypted to it can never be read again.
  `CREATE TABLE relay_key (
    public_key text PRIMARY KEY,
    sealed_private bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,
    CHECK ((sealed_private IS NULL) = (retired_at IS NOT NULL))
  )`,
  // `account` is the number under which a device's app knows the account; of the older protocol, without encryption, a
  // hash of the server's word for the user stands there instead.
  `CREATE TABLE relay_device (
    id bigint PRIMARY KEY,
    realm_uuid uuid NOT NULL REFERENCES relay_realm ON DELETE CASCADE,
    account bigint,
    user_hash text,
    kind text NOT NULL CHECK (kind IN ('fcm', 'apns', 'web_push')),
    token_hash text NOT NULL,
    sealed_token bytea NOT NULL,
    app_id text,
    registered_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((account IS NULL) <> (user_hash IS NULL)),
    CHECK ((kind = 'apns') = (app_id IS NOT NULL))
  )`,
  'CREATE UNIQUE INDEX relay_device_account ON relay_device (realm_uuid, account, token_hash) WHERE account IS NOT NULL',
  `CREATE UNIQUE INDEX relay_device_user ON relay_device (realm_uuid, user_hash, kind, token_hash)
   WHERE user_hash IS NOT NULL`,
  // Which device was sent which notification, for a day: only a hash of the collapse id. Unsent: a process is sending it.
  `CREATE TABLE relay_delivery (
    device_id bigint NOT NULL,
    collapse_hash text NOT NULL,
    is_sent boolean NOT NULL DEFAULT false,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (device_id, collapse_hash)
  )`,
  'CREATE INDEX relay_delivery_age ON relay_delivery (at)',
  `CREATE TABLE relay_quota (
    organization_id uuid PRIMARY KEY REFERENCES relay_organization ON DELETE CASCADE,
    minute bigint NOT NULL,
    minute_used bigint NOT NULL,
    day bigint NOT NULL,
    day_used bigint NOT NULL
  ) WITH (fillfactor = 50)`,
];
