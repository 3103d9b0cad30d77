import type { Actor } from '@app/platform';
import { withReservedConnections, Database, BatchLoader, prepared } from '@app/platform';
import type { ApiKeyId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { QueueOptions } from './queue-options';

export interface QueueRow {
  id: string;
  organizationId: OrganizationId;
  userId: UserId;
  /** The credentials of the registration: a key, or else a session. */
  keyId: ApiKeyId | null;
  options: QueueOptions;
  snapshot: string;
  baseXid: number;
  acknowledgedId: number;
  /** Up to this transaction the log contains nothing for the queue except acknowledged events; `null`: unknown. */
  caughtUpXid: number | null;
  idleSeconds: number;
}

export interface QueueProgress {
  id: string;
  acknowledgedId: number;
  caughtUpXid: number | null;
  /** Milliseconds since the last poll; `null`: this node has answered none. An age, because the clocks of nodes differ. */
  idleMs: number | null;
}

/** When a queue of a user was last polled, according to its row. */
export interface QueueUse {
  id: string;
  /** Milliseconds since the last poll, or since the registration if there was none. */
  sincePollMs: number;
  isPolled: boolean;
}

const QUEUE = `id, organization_id AS "organizationId", user_id AS "userId", key_id AS "keyId", options,
  snapshot::text AS snapshot, base_xid AS "baseXid", acknowledged_id AS "acknowledgedId",
  caught_up_xid AS "caughtUpXid", idle_seconds AS "idleSeconds"`;

/** Nodes store a client's last poll with some delay. A queue is not removed before they have had time for it. */
const GRACE_SECONDS = 90;
const LIFE = `make_interval(secs => idle_seconds + ${GRACE_SECONDS})`;

const FIND = prepared(
  `SELECT ${QUEUE} FROM event_queue WHERE id = ANY ($1::uuid[]) AND last_seen_at > now() - ${LIFE}`,
);

/** The same order of locks as in `saveProgress`. */
const OF_USER_LOCKED = `
  SELECT id FROM event_queue WHERE organization_id = $1 AND user_id = $2 ORDER BY id FOR UPDATE`;

@Injectable()
export class QueueRepository {
  private readonly lookups = new BatchLoader<string, QueueRow | null>((ids) =>
    withReservedConnections(() => this.findAll(ids)),
  );

  constructor(private readonly database: Database) {}

  /** The last write of its transaction. */
  insert(queue: Omit<QueueRow, 'acknowledgedId' | 'caughtUpXid'>, actor: Actor): void {
    this.database.writeLast(
      `INSERT INTO event_queue (id, organization_id, user_id, key_id, options, snapshot, base_xid, idle_seconds, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $8::int + ${GRACE_SECONDS}))`,
      [
        queue.id,
        actor.organizationId,
        actor.userId,
        actor.keyId,
        JSON.stringify(queue.options),
        queue.snapshot,
        queue.baseXid,
        queue.idleSeconds,
      ],
    );
  }

  /** For users with a queue for that event type: when one was last polled, in UNIX milliseconds. */
  async lastPolls(
    organizationId: OrganizationId,
    type: string,
    among: readonly UserId[],
  ): Promise<Map<UserId, number>> {
    const rows = await this.database.rows<{ userId: UserId; at: number }>(
      `SELECT user_id AS "userId", (extract(epoch FROM max(last_seen_at)) * 1000)::bigint AS at FROM event_queue
       WHERE organization_id = $1 AND user_id = ANY ($3::bigint[])
         AND (jsonb_typeof(options -> 'eventTypes') = 'null' OR options -> 'eventTypes' ? $2) GROUP BY user_id`,
      [organizationId, type, among],
    );
    return new Map(rows.map(({ userId, at }) => [userId, at]));
  }

  /** All queues of the user if there are more than `limit`, else none. */
  beyond(organizationId: OrganizationId, userId: UserId, limit: number): Promise<QueueUse[]> {
    return this.database.rows<QueueUse>(
      `SELECT id, "sincePollMs", "isPolled" FROM (
         SELECT id, count(*) OVER () AS all, (extract(epoch FROM now() - last_seen_at) * 1000)::bigint AS "sincePollMs",
                last_seen_at > created_at AS "isPolled"
         FROM event_queue WHERE organization_id = $1 AND user_id = $2) AS own
       WHERE own.all > $3`,
      [organizationId, userId, limit],
    );
  }

  /** A queue that may still be polled, or `null`. */
  find(id: string): Promise<QueueRow | null> {
    return this.lookups.find(id);
  }

  private async findAll(ids: readonly string[]): Promise<(QueueRow | null)[]> {
    const rows = await this.database.rows<QueueRow>(FIND, [ids]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }

  remove(organizationId: OrganizationId, userId: UserId, id: string): Promise<number> {
    return this.database.write(
      `DELETE FROM event_queue
       WHERE id = $3 AND organization_id = $1 AND user_id = $2 AND last_seen_at > now() - ${LIFE}`,
      [organizationId, userId, id],
    );
  }

  removeOf(organizationId: number, userId: number): Promise<number> {
    return this.database.write(`DELETE FROM event_queue WHERE id IN (${OF_USER_LOCKED})`, [organizationId, userId]);
  }

  confineOf(organizationId: number, userId: number): Promise<number> {
    return this.database.write(
      `UPDATE event_queue SET options = options || '{"isWide": false}' WHERE id IN (${OF_USER_LOCKED})`,
      [organizationId, userId],
    );
  }

  /**
   * Progress never decreases, whichever node reports last. Rows are locked in the order of their ids, so that nodes
   * cannot deadlock. No indexed column is written, so updates are HOT.
   */
  async saveProgress(progress: readonly QueueProgress[]): Promise<void> {
    await this.database.write(
      `WITH locked AS (SELECT id FROM event_queue WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
       UPDATE event_queue q
       SET acknowledged_id = greatest(q.acknowledged_id, p.acknowledged_id),
           caught_up_xid = greatest(q.caught_up_xid, p.caught_up_xid),
           last_seen_at = greatest(q.last_seen_at, now() - make_interval(secs => p.idle_ms / 1000.0))
       FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[])
         AS p (id, acknowledged_id, caught_up_xid, idle_ms)
       JOIN locked USING (id)
       WHERE q.id = p.id`,
      [
        progress.map(({ id }) => id),
        progress.map(({ acknowledgedId }) => acknowledgedId),
        progress.map(({ caughtUpXid }) => caughtUpXid),
        progress.map(({ idleMs }) => (idleMs === null ? null : Math.max(0, Math.round(idleMs)))),
      ],
    );
  }

  /**
   * Checks at most `limit` rows whose `expires_at` has passed: removes those without polls, and sets the next check of
   * the others. Only this statement writes the indexed column. Returns the number of checked rows.
   */
  async sweep(limit: number): Promise<number> {
    const row = await this.database.row<{ looked: number }>(
      `WITH due AS (
         SELECT id, last_seen_at + ${LIFE} AS ends FROM event_queue
         WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED),
       kept AS (UPDATE event_queue q SET expires_at = due.ends FROM due WHERE q.id = due.id AND due.ends >= now()),
       removed AS (DELETE FROM event_queue q USING due WHERE q.id = due.id AND due.ends < now())
       SELECT count(*)::int AS looked FROM due`,
      [limit],
    );
    return row!.looked;
  }
}
