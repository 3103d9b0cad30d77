import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications that are due, sent, and shown. */
export class PushNotifications1765900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Messages of which phones may have to be told: one row a message, written with it. `user_ids`: to whom it is addressed
  // one by one; `is_whole`: whoever listens to its place is asked for, too.
  `CREATE TABLE push_due (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    user_ids bigint[] NOT NULL,
    is_whole boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Who is to be told of what. `device_ids` null: nothing was sent yet; else the relay's names of the devices that are
  // still to be told. `owes_legacy`: the devices that are told in the older way are.
  `CREATE TABLE push_delivery (
    user_id bigint NOT NULL,
    message_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    reason smallint NOT NULL,
    sent_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0,
    is_refused boolean NOT NULL DEFAULT false,
    device_ids bigint[],
    owes_legacy boolean NOT NULL DEFAULT true,
    PRIMARY KEY (user_id, message_id)
  )`,
  'CREATE INDEX push_delivery_due ON push_delivery (due_at)',
  // What may stand on somebody's screen. `is_over`: it is to be taken back.
  `CREATE TABLE push_shown (
    user_id bigint NOT NULL,
    message_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    shown_at timestamptz NOT NULL DEFAULT now(),
    is_over boolean NOT NULL DEFAULT false,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, message_id)
  )`,
  'CREATE INDEX push_shown_message ON push_shown (message_id)',
  'CREATE INDEX push_shown_over ON push_shown (due_at) WHERE is_over',
  'CREATE INDEX push_shown_age ON push_shown (shown_at)',
  // Whose shown messages are to be looked at again. Rows are only ever added by what changes something: nobody waits.
  `CREATE TABLE push_recheck (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX push_recheck_due ON push_recheck (due_at)',
  'CREATE INDEX push_recheck_user ON push_recheck (user_id)',
  `CREATE INDEX user_account_pushed_channels ON user_account (organization_id)
    WHERE settings->>'enable_stream_push_notifications' = 'true'`,
  'CREATE INDEX subscription_pushed ON subscription (channel_id) WHERE push_notifications',
];
