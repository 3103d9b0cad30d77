import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scheduled messages and reminders. */
export class Scheduled1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const STATEMENTS: string[] = [
  // `recipient_ids`: the others in the conversation, ascending; empty: a note to self. `failure`: why it was not sent;
  // null: it waits, or was sent. A sent one has `message_id` and no text any more. `revision` tells a delivery that the
  // message has changed since it was claimed; `leased_until` that another node has claimed it.
  `CREATE TABLE scheduled_message (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    sender_id bigint NOT NULL,
    channel_id bigint,
    recipient_ids bigint[],
    topic text NOT NULL DEFAULT '',
    content text NOT NULL,
    rendered_content text NOT NULL,
    deliver_at timestamptz NOT NULL,
    is_read_by_sender boolean NOT NULL,
    client text NOT NULL,
    failure text,
    revision integer NOT NULL DEFAULT 0,
    attempts smallint NOT NULL DEFAULT 0,
    leased_until timestamptz,
    message_id bigint,
    delivered_at timestamptz,
    CHECK ((channel_id IS NULL) <> (recipient_ids IS NULL)),
    CHECK ((message_id IS NULL) = (delivered_at IS NULL))
  )`,
  'CREATE INDEX scheduled_message_due ON scheduled_message (deliver_at, id) WHERE failure IS NULL AND message_id IS NULL',
  'CREATE INDEX scheduled_message_sender ON scheduled_message (sender_id, deliver_at, id) WHERE message_id IS NULL',
  'CREATE INDEX scheduled_message_delivered ON scheduled_message (delivered_at) WHERE message_id IS NOT NULL',
  // Files that are kept for a message that is not sent yet.
  `CREATE TABLE attachment_scheduled_message (
    attachment_id bigint NOT NULL REFERENCES attachment ON DELETE CASCADE,
    scheduled_message_id bigint NOT NULL REFERENCES scheduled_message ON DELETE CASCADE,
    PRIMARY KEY (attachment_id, scheduled_message_id)
  )`,
  'CREATE INDEX attachment_scheduled_message_message ON attachment_scheduled_message (scheduled_message_id)',
  // `content` names the message and the note; the text of the message is read when the reminder is due.
  `CREATE TABLE reminder (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    user_id bigint NOT NULL,
    message_id bigint NOT NULL,
    note text NOT NULL DEFAULT '',
    content text NOT NULL,
    rendered_content text NOT NULL,
    deliver_at timestamptz NOT NULL,
    has_failed boolean NOT NULL DEFAULT false,
    attempts smallint NOT NULL DEFAULT 0,
    leased_until timestamptz
  )`,
  'CREATE INDEX reminder_due ON reminder (deliver_at, id) WHERE NOT has_failed',
  'CREATE INDEX reminder_user ON reminder (user_id, deliver_at, id)',
];
