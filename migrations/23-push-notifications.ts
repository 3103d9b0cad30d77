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
  // Messages that may cause notifications: one row for each message, written with it. `user_ids`: its direct
  // recipients; `is_whole`: the followers of its place are candidates too.
  `CREATE TABLE push_due (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    user_ids bigint[] NOT NULL,
    is_whole boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Which user is notified of which message. `device_ids` null: nothing was sent yet; otherwise the relay's names of
  // the devices that are still pending. `owes_legacy`: devices of the older protocol are pending.
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
  // Messages that a user's phones may show. `is_over`: the notification is to be removed.
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
  // Users whose shown messages must be checked again. Changes only add rows, so they never wait for each other.
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
