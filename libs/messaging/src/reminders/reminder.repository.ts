import type { UserId } from '@app/kernel';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Reminder } from './reminder';

const COLUMNS = `r.id, r.organization_id AS "organizationId", r.user_id AS "userId", r.message_id AS "messageId", r.note,
  r.content, r.rendered_content AS html, floor(extract(epoch FROM r.deliver_at))::bigint AS "deliverAt",
  r.has_failed AS "hasFailed"`;

export type NewReminder = Omit<Reminder, 'id' | 'hasFailed'>;

/** A reminder that this node has leased. */
export type DueReminder = Reminder & { readonly attempts: number };

@Injectable()
export class ReminderRepository {
  constructor(private readonly database: Database) {}

  async insert(reminder: NewReminder): Promise<Reminder> {
    const row = await this.database.row<Reminder>(
      `INSERT INTO reminder AS r (organization_id, user_id, message_id, note, content, rendered_content, deliver_at)
       VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7)) RETURNING ${COLUMNS}`,
      [
        reminder.organizationId,
        reminder.userId,
        reminder.messageId,
        reminder.note,
        reminder.content,
        reminder.html,
        reminder.deliverAt,
      ],
    );
    return row!;
  }

  /** Ordered by due time. */
  listOwn(userId: UserId): Promise<Reminder[]> {
    return this.database.rows<Reminder>(
      `SELECT ${COLUMNS} FROM reminder r WHERE r.user_id = $1 ORDER BY r.deliver_at, r.id`,
      [userId],
    );
  }

  /** `false`: the user has no such reminder. */
  async removeOwn(userId: UserId, id: number): Promise<boolean> {
    return (await this.database.write('DELETE FROM reminder WHERE id = $2 AND user_id = $1', [userId, id])) === 1;
  }

  /** Leases due reminders, the longest waiting first. Skips those that other nodes have leased. */
  async lease(limit: number, seconds: number): Promise<DueReminder[]> {
    const due = await this.database.rows<DueReminder>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM reminder
         WHERE NOT has_failed AND deliver_at <= now() AND (leased_until IS NULL OR leased_until <= now())
         ORDER BY deliver_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE reminder r SET leased_until = now() + $2 * interval '1 second' FROM due
       WHERE r.id = due.id RETURNING ${COLUMNS}, r.attempts`,
      [limit, seconds],
    );
    return due.sort((one, other) => one.deliverAt - other.deliverAt || one.id - other.id);
  }

  /** Releases the leases. */
  async release(reminders: readonly DueReminder[]): Promise<void> {
    if (reminders.length === 0) return;
    await this.database.write('UPDATE reminder SET leased_until = NULL WHERE id = ANY ($1::bigint[])', [
      reminders.map(({ id }) => id),
    ]);
  }

  /** A temporary failure: tries again later. */
  async postpone({ id }: DueReminder, milliseconds: number): Promise<void> {
    await this.database.write(
      `UPDATE reminder SET attempts = attempts + 1, leased_until = now() + $2 * interval '1 millisecond' WHERE id = $1`,
      [id, milliseconds],
    );
  }

  /**
   * Removes the reminder in the transaction that sends it. `false`: another node has sent it, or the user has removed
   * it.
   */
  async claim(id: number): Promise<boolean> {
    return (await this.database.write('DELETE FROM reminder WHERE id = $1 AND NOT has_failed', [id])) === 1;
  }

  /** Marks the reminder as failed; it remains in the list. `null`: it no longer exists. */
  fail(id: number): Promise<Reminder | null> {
    return this.database.row<Reminder>(
      `UPDATE reminder r SET has_failed = true, leased_until = NULL WHERE r.id = $1 AND NOT r.has_failed
       RETURNING ${COLUMNS}`,
      [id],
    );
  }

  /** Marks all reminders of the user as failed. */
  async failAll(userId: UserId): Promise<void> {
    await this.database.write(
      'UPDATE reminder SET has_failed = true, leased_until = NULL WHERE user_id = $1 AND NOT has_failed',
      [userId],
    );
  }

  async dueInMs(): Promise<number | null> {
    const row = await this.database.row<{ milliseconds: number | null }>(
      `SELECT (extract(epoch FROM min(deliver_at) - now()) * 1000)::float8 AS milliseconds
       FROM reminder WHERE NOT has_failed`,
    );
    return row!.milliseconds;
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(deliver_at)), 0)::float8 AS "oldestSeconds"
       FROM reminder WHERE NOT has_failed AND deliver_at <= now()`,
    );
    return row!;
  }
}
