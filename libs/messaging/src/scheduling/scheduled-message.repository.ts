import type { MessageId, UserId } from '@app/kernel';
import { Backlog, Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MAX_LATE_SECONDS, ScheduledMessage, ScheduledPlace, ScheduledText } from './scheduled-message';

const COLUMNS = `s.id, s.organization_id AS "organizationId", s.sender_id AS "senderId", s.channel_id AS "channelId",
  s.recipient_ids AS "recipientIds", s.topic, s.content, s.rendered_content AS html,
  floor(extract(epoch FROM s.deliver_at))::bigint AS "deliverAt", s.is_read_by_sender AS "isReadBySender", s.client,
  s.failure, s.revision, s.message_id AS "messageId"`;

const WAITS = 'failure IS NULL AND message_id IS NULL';

export type NewScheduledMessage = ScheduledPlace &
  ScheduledText &
  Pick<ScheduledMessage, 'organizationId' | 'senderId' | 'deliverAt' | 'isReadBySender' | 'client'>;

export type ScheduledMessageRevision = ScheduledPlace & ScheduledText & Pick<ScheduledMessage, 'deliverAt'>;

/** A message that this node has leased. */
export type DueMessage = ScheduledMessage & {
  /** It is too late to send it. */
  readonly isLate: boolean;
  readonly attempts: number;
};

type Taken = Pick<ScheduledMessage, 'id' | 'revision'>;

const CLAIM = prepared(`
  WITH claimed AS (
     UPDATE scheduled_message s SET message_id = $3, delivered_at = now(), topic = '', content = '',
       rendered_content = '', leased_until = NULL
     WHERE s.id = $1 AND s.revision = $2 AND s.failure IS NULL AND s.message_id IS NULL
       AND NOT EXISTS (
         SELECT FROM scheduled_message e WHERE e.sender_id = s.sender_id AND e.failure IS NULL
           AND e.message_id IS NULL AND (e.deliver_at, e.id) < (s.deliver_at, s.id))
     RETURNING s.id),
   files AS (DELETE FROM attachment_scheduled_message a USING claimed WHERE a.scheduled_message_id = claimed.id)
   SELECT id FROM claimed`);

@Injectable()
export class ScheduledMessageRepository {
  constructor(private readonly database: Database) {}

  async insert(message: NewScheduledMessage): Promise<ScheduledMessage> {
    const row = await this.database.row<ScheduledMessage>(
      `INSERT INTO scheduled_message AS s (organization_id, sender_id, channel_id, recipient_ids, topic, content,
         rendered_content, deliver_at, is_read_by_sender, client)
       VALUES ($1, $2, $3, $4::bigint[], $5, $6, $7, to_timestamp($8), $9, $10) RETURNING ${COLUMNS}`,
      [
        message.organizationId,
        message.senderId,
        message.channelId,
        message.recipientIds,
        message.topic,
        message.content,
        message.html,
        message.deliverAt,
        message.isReadBySender,
        message.client,
      ],
    );
    return row!;
  }

  /** The user's own message, sent or not; `null`: there is none. */
  findOwn(senderId: UserId, id: number): Promise<ScheduledMessage | null> {
    return this.database.row<ScheduledMessage>(
      `SELECT ${COLUMNS} FROM scheduled_message s WHERE s.id = $2 AND s.sender_id = $1`,
      [senderId, id],
    );
  }

  /** Unsent messages, ordered by due time. */
  listOwn(senderId: UserId): Promise<ScheduledMessage[]> {
    return this.database.rows<ScheduledMessage>(
      `SELECT ${COLUMNS} FROM scheduled_message s WHERE s.sender_id = $1 AND s.message_id IS NULL
       ORDER BY s.deliver_at, s.id`,
      [senderId],
    );
  }

  /** Stores the new version, which then waits. `null`: the message was changed or sent meanwhile. */
  revise({ id, revision }: Taken, next: ScheduledMessageRevision): Promise<ScheduledMessage | null> {
    return this.database.row<ScheduledMessage>(
      `UPDATE scheduled_message s SET channel_id = $3, recipient_ids = $4::bigint[], topic = $5, content = $6,
         rendered_content = $7, deliver_at = to_timestamp($8), failure = NULL, revision = revision + 1, attempts = 0,
         leased_until = NULL
       WHERE s.id = $1 AND s.revision = $2 AND s.message_id IS NULL RETURNING ${COLUMNS}`,
      [id, revision, next.channelId, next.recipientIds, next.topic, next.content, next.html, next.deliverAt],
    );
  }

  async remove(id: number): Promise<void> {
    await this.database.write('DELETE FROM scheduled_message WHERE id = $1', [id]);
  }

  /** Leases due messages, the longest waiting first. Skips those that other nodes have leased. */
  async lease(limit: number, seconds: number): Promise<DueMessage[]> {
    const due = await this.database.rows<DueMessage>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM scheduled_message
         WHERE ${WAITS} AND deliver_at <= now() AND (leased_until IS NULL OR leased_until <= now())
         ORDER BY deliver_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE scheduled_message s SET leased_until = now() + $2 * interval '1 second' FROM due WHERE s.id = due.id
       RETURNING ${COLUMNS}, s.attempts,
         s.deliver_at < now() - ${MAX_LATE_SECONDS} * interval '1 second' AS "isLate"`,
      [limit, seconds],
    );
    return due.sort((one, other) => one.deliverAt - other.deliverAt || one.id - other.id);
  }

  /** Releases the leases. */
  async release(taken: readonly Taken[]): Promise<void> {
    if (taken.length === 0) return;
    await this.database.write(
      `UPDATE scheduled_message s SET leased_until = NULL
       FROM unnest($1::bigint[], $2::integer[]) AS taken (id, revision)
       WHERE s.id = taken.id AND s.revision = taken.revision AND ${WAITS}`,
      [taken.map(({ id }) => id), taken.map(({ revision }) => revision)],
    );
  }

  /** A temporary failure: tries again later. */
  async postpone({ id, revision }: Taken, milliseconds: number): Promise<void> {
    await this.database.write(
      `UPDATE scheduled_message SET attempts = attempts + 1, leased_until = now() + $3 * interval '1 millisecond'
       WHERE id = $1 AND revision = $2 AND ${WAITS}`,
      [id, revision, milliseconds],
    );
  }

  /**
   * Called in the transaction that sends it: stores the id of the sent message and removes text and files here.
   * `false`: it was sent or changed meanwhile, or an earlier message of the same author is still unsent.
   */
  async claim({ id, revision }: Taken, messageId: MessageId): Promise<boolean> {
    const row = await this.database.row(CLAIM, [id, revision, messageId]);
    return row !== null;
  }

  /** `null`: it was sent or changed meanwhile. */
  fail({ id, revision }: Taken, reason: string): Promise<ScheduledMessage | null> {
    return this.database.row<ScheduledMessage>(
      `UPDATE scheduled_message s SET failure = $3, leased_until = NULL
       WHERE s.id = $1 AND s.revision = $2 AND ${WAITS} RETURNING ${COLUMNS}`,
      [id, revision, reason],
    );
  }

  /** Marks all pending messages of the author as failed. */
  async failAll(senderId: UserId, reason: string): Promise<void> {
    await this.database.write(
      `UPDATE scheduled_message SET failure = $2, leased_until = NULL WHERE sender_id = $1 AND ${WAITS}`,
      [senderId, reason],
    );
  }

  /** Removes old rows of sent messages. Returns their number. */
  async forgetSent(days: number, limit: number): Promise<number> {
    return this.database.write(
      `DELETE FROM scheduled_message WHERE id = ANY (ARRAY (
         SELECT id FROM scheduled_message WHERE message_id IS NOT NULL AND delivered_at < now() - $1 * interval '1 day'
         ORDER BY delivered_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [days, limit],
    );
  }

  /** Adds the existing ones of these files to the message. */
  async keepFiles(id: number, attachmentIds: readonly number[]): Promise<void> {
    await this.database.write(
      `WITH there AS (SELECT id FROM attachment WHERE id = ANY ($2::bigint[]) ORDER BY id FOR KEY SHARE)
       INSERT INTO attachment_scheduled_message (attachment_id, scheduled_message_id) SELECT id, $1 FROM there
       ON CONFLICT DO NOTHING`,
      [id, attachmentIds],
    );
  }

  /** Removes all files except these. Returns the ids of the removed ones. */
  async dropFiles(id: number, exceptIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.rows<{ attachmentId: number }>(
      `DELETE FROM attachment_scheduled_message WHERE scheduled_message_id = $1 AND attachment_id <> ALL ($2::bigint[])
       RETURNING attachment_id AS "attachmentId"`,
      [id, exceptIds],
    );
    return rows.map(({ attachmentId }) => attachmentId);
  }

  async dueInMs(): Promise<number | null> {
    const row = await this.database.row<{ milliseconds: number | null }>(
      `SELECT (extract(epoch FROM min(deliver_at) - now()) * 1000)::float8 AS milliseconds
       FROM scheduled_message WHERE ${WAITS}`,
    );
    return row!.milliseconds;
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(deliver_at)), 0)::float8 AS "oldestSeconds"
       FROM scheduled_message WHERE ${WAITS} AND deliver_at <= now()`,
    );
    return row!;
  }
}
