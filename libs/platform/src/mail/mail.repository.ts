import type { OrganizationId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import type { Backlog } from '../jobs/worker';

export interface MailRow {
  id: number;
  organizationId: OrganizationId | null;
  to: string;
  content: Buffer;
  messageId: string;
  attempts: number;
  failure: string | null;
  createdAt: Date;
  dueAt: Date;
  failedAt: Date | null;
}

type NewRow = Pick<MailRow, 'organizationId' | 'to' | 'content' | 'messageId'>;

const PURGED_AT_ONCE = 1_000;
const COLUMNS = `id, organization_id AS "organizationId", recipient AS "to", content, message_id AS "messageId",
  attempts, failure, created_at AS "createdAt", due_at AS "dueAt", failed_at AS "failedAt"`;

/**
 * Mails. Sending takes longer than a transaction may: the sending node leases a mail and renews the lease, and a mail
 * whose lease expires is due again.
 */
@Injectable()
export class MailRepository {
  constructor(private readonly database: Database) {}

  async insert(mails: readonly NewRow[]): Promise<void> {
    await this.database.write(
      `INSERT INTO mail (organization_id, recipient, content, message_id)
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[])`,
      [
        mails.map(({ organizationId }) => organizationId),
        mails.map(({ to }) => to),
        mails.map(({ content }) => content),
        mails.map(({ messageId }) => messageId),
      ],
    );
  }

  /** Leases the mail that has been due for the longest time; `null`: none is due. */
  hold(seconds: number): Promise<MailRow | null> {
    return this.database.row<MailRow>(
      `UPDATE mail SET due_at = now() + $1 * interval '1 second' WHERE id = (
         SELECT id FROM mail WHERE failed_at IS NULL AND due_at <= now() ORDER BY due_at, id LIMIT 1
         FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [seconds],
    );
  }

  async renew(id: number, seconds: number): Promise<void> {
    await this.database.write(
      `UPDATE mail SET due_at = now() + $2 * interval '1 second' WHERE id = $1 AND failed_at IS NULL`,
      [id, seconds],
    );
  }

  async remove(id: number): Promise<void> {
    await this.database.write('DELETE FROM mail WHERE id = $1', [id]);
  }

  async postpone(id: number, seconds: number, failure: string): Promise<void> {
    await this.database.write(
      `UPDATE mail SET attempts = least(attempts + 1, 30000), failure = $3, due_at = now() + $2 * interval '1 second'
       WHERE id = $1`,
      [id, seconds, failure],
    );
  }

  async fail(id: number, failure: string): Promise<void> {
    await this.database.write(
      'UPDATE mail SET attempts = least(attempts + 1, 30000), failure = $2, failed_at = now() WHERE id = $1',
      [id, failure],
    );
  }

  /** Newest first. */
  list(limit: number, onlyFailed: boolean): Promise<MailRow[]> {
    return this.database.rows<MailRow>(
      `SELECT ${COLUMNS} FROM mail WHERE failed_at IS NOT NULL OR NOT $2 ORDER BY id DESC LIMIT $1`,
      [limit, onlyFailed],
    );
  }

  find(id: number): Promise<MailRow | null> {
    return this.database.row<MailRow>(`SELECT ${COLUMNS} FROM mail WHERE id = $1`, [id]);
  }

  /** Due at once, and young again; `id` null: all that were given up or wait after a failure. How many. */
  retry(id: number | null): Promise<number> {
    return this.database.write(
      `UPDATE mail SET due_at = now(), attempts = 0, failed_at = NULL, created_at = now()
       WHERE id = $1 OR ($1::bigint IS NULL AND (failed_at IS NOT NULL OR attempts > 0))`,
      [id],
    );
  }

  /**
   * A sender that holds a removed mail finds no row after sending it. Runs several bounded statements, each in its own
   * transaction. Returns the number of removed mails.
   */
  async purge(days: number): Promise<number> {
    const remove = `DELETE FROM mail WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM mail WHERE created_at < now() - $1 * interval '1 day' LIMIT ${PURGED_AT_ONCE}))`;
    for (let purged = 0; ;) {
      const count = await this.database.write(remove, [days]);
      purged += count;
      if (count < PURGED_AT_ONCE) return purged;
    }
  }

  async backlog(): Promise<Backlog & { failed: number }> {
    const row = await this.database.row<Backlog & { failed: number }>(
      `SELECT count(*) FILTER (WHERE failed_at IS NULL) AS waiting, count(failed_at) AS failed,
         coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE failed_at IS NULL)), 0)::float8
           AS "oldestSeconds" FROM mail`,
    );
    return row!;
  }
}
