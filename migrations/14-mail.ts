import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queued mails, invitations and confirmations. */
export class Mail1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // Mails contain links that open accounts: they are encrypted with the server's secret, and useless in a backup.
  `CREATE TABLE mail (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint,
    recipient text NOT NULL,
    content bytea NOT NULL,
    message_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts smallint NOT NULL DEFAULT 0,
    failure text,
    failed_at timestamptz
  )`,
  'CREATE INDEX mail_due ON mail (due_at, id) WHERE failed_at IS NULL',
  `CREATE TABLE confirmation (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    kind text NOT NULL,
    token_hash bytea NOT NULL UNIQUE,
    user_id bigint,
    email text NOT NULL,
    payload jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX confirmation_subject ON confirmation (organization_id, kind, user_id)',
  'CREATE INDEX confirmation_expiry ON confirmation (expires_at)',
  `CREATE TABLE invitation (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    inviter_id bigint NOT NULL REFERENCES user_account,
    email text,
    token_hash bytea NOT NULL UNIQUE,
    sealed_token bytea NOT NULL,
    role smallint NOT NULL,
    channel_ids bigint[] NOT NULL,
    group_ids bigint[] NOT NULL,
    includes_defaults boolean NOT NULL,
    notifies_inviter boolean NOT NULL,
    welcome_text text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz
  )`,
  'CREATE INDEX invitation_organization ON invitation (organization_id, id)',
  'CREATE INDEX invitation_inviter ON invitation (inviter_id)',
  'CREATE INDEX invitation_email ON invitation (organization_id, lower(email)) WHERE email IS NOT NULL',
  // The number of invitations on each day, deleted ones included.
  `CREATE TABLE invitation_tally (
    organization_id bigint NOT NULL,
    day date NOT NULL,
    sent integer NOT NULL,
    PRIMARY KEY (organization_id, day)
  )`,
  // Users who may need a mail about a message: written with the message, checked after some minutes.
  `CREATE TABLE missed_message (
    user_id bigint NOT NULL,
    message_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    reason smallint NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, message_id)
  )`,
  'CREATE INDEX missed_message_due ON missed_message (due_at)',
  // The message up to which the recipients of mails are known.
  `CREATE TABLE missed_message_cursor (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    upto bigint NOT NULL
  )`,
  `INSERT INTO missed_message_cursor (upto)
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM message_id_seq`,
  `CREATE INDEX user_account_mailed_channels ON user_account (organization_id)
    WHERE settings->>'enable_stream_email_notifications' = 'true'`,
  'CREATE INDEX subscription_mailed ON subscription (channel_id) WHERE email_notifications',
];
