import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Addressed, FRESH, FreshMessage } from './addressee.repository';

export interface Missed extends Addressed {
  readonly organizationId: OrganizationId;
}

/** The progress through new messages. */
export interface MissedCursor {
  /** All messages up to this one are done. */
  readonly upto: number;
  /** All users up to a user are done for the messages up to this later one; 0: none. */
  readonly partialId: number;
  readonly doneUserId: number;
}

/** A missed message with the time at which it is due. */
export type MissedInTime = Missed & { readonly seconds: number };

@Injectable()
export class MissedMessageRepository {
  constructor(private readonly database: Database) {}

  async cursor(): Promise<MissedCursor> {
    const row = await this.database.row<MissedCursor>(
      'SELECT upto, partial_id AS "partialId", done_user_id AS "doneUserId" FROM missed_message_cursor',
    );
    return row!;
  }

  /** Ascending. */
  fresh(after: number, upto: number, limit: number): Promise<FreshMessage[]> {
    return this.database.rows(`SELECT ${FRESH} FROM message WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3`, [
      after,
      upto,
      limit,
    ]);
  }

  /** Whether the next message from that id on was sent within the last hours, or does not exist. */
  async isLate(id: number, hours: number): Promise<boolean> {
    const row = await this.database.row<{ late: boolean }>(
      `SELECT sent_at > now() - $2 * interval '1 hour' AS late FROM message WHERE id >= $1 ORDER BY id LIMIT 1`,
      [id, hours],
    );
    return row?.late ?? true;
  }

  /** The strongest of several reasons is kept. */
  async insert(missed: readonly MissedInTime[]): Promise<void> {
    if (missed.length === 0) return;
    await this.database.write(insertion('true'), [JSON.stringify(missed)]);
  }

  /**
   * Moves the cursor and inserts the rows in one statement, so that no transaction is open while this node does other
   * work. `false`, without a write: another node has moved the cursor.
   */
  async insertAndMove(missed: readonly MissedInTime[], from: MissedCursor, to: MissedCursor): Promise<boolean> {
    const row = await this.database.row<{ moved: number }>(
      `WITH moved AS (
         UPDATE missed_message_cursor SET upto = greatest(upto, $2), partial_id = $3, done_user_id = $4
         WHERE upto = $5 AND partial_id = $6 AND done_user_id = $7 RETURNING upto),
       inserted AS (${insertion('EXISTS (SELECT FROM moved)')})
       SELECT count(*) AS moved FROM moved`,
      [JSON.stringify(missed), ...columnsOf(to), ...columnsOf(from)],
    );
    return row?.moved === 1;
  }

  /** Users with due messages, the longest waiting first. */
  async due(limit: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM missed_message WHERE due_at <= now()
       GROUP BY user_id ORDER BY min(due_at) LIMIT $1`,
      [limit],
    );
    return rows.map(({ userId }) => userId);
  }

  /**
   * Locks all messages of a user, also those that are not due yet; empty if another node has locked them. The caller
   * removes them in the transaction.
   */
  hold(userId: UserId, limit: number): Promise<Missed[]> {
    return this.database.rows(
      `SELECT user_id AS "userId", message_id AS "messageId", organization_id AS "organizationId", reason
       FROM missed_message WHERE user_id = $1 ORDER BY message_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [userId, limit],
    );
  }

  async remove(userId: UserId, messageIds: readonly MessageId[]): Promise<void> {
    await this.database.write('DELETE FROM missed_message WHERE user_id = $1 AND message_id = ANY ($2::bigint[])', [
      userId,
      messageIds,
    ]);
  }

  async postpone(userId: UserId, seconds: number): Promise<void> {
    await this.database.write(
      `UPDATE missed_message SET due_at = now() + $2 * interval '1 second' WHERE user_id = $1`,
      [userId, seconds],
    );
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "oldestSeconds"
       FROM missed_message WHERE due_at <= now()`,
    );
    return row!;
  }
}

const columnsOf = ({ upto, partialId, doneUserId }: MissedCursor): number[] => [upto, partialId, doneUserId];

/** Reads the list from $1. */
const insertion = (condition: string): string => `
  INSERT INTO missed_message (user_id, message_id, organization_id, reason, due_at)
  SELECT "userId", "messageId", "organizationId", min(reason), now() + min(seconds) * interval '1 second'
  FROM jsonb_to_recordset($1::jsonb) AS m ("userId" bigint, "messageId" bigint, "organizationId" bigint,
    reason smallint, seconds integer)
  WHERE ${condition}
  GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (user_id, message_id) DO UPDATE SET reason = excluded.reason
    WHERE excluded.reason < missed_message.reason`;
