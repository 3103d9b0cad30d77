import type { Actor } from '@app/platform';
import { Database } from '@app/platform';
import type { ApiKeyId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Capabilities, QueueOptions } from '../domain/queue-options';

export interface QueueRow {
  id: string;
  organizationId: OrganizationId;
  userId: UserId;
  /** What opened it: a key, or else a session. */
  keyId: ApiKeyId | null;
  options: QueueOptions;
  snapshot: string;
  baseXid: number;
  acknowledgedId: number;
  idleSeconds: number;
  /** UNIX milliseconds. */
  lastSeenAt: number;
}

export interface QueueProgress {
  id: string;
  acknowledgedId: number;
  lastSeenAt: number;
}

const QUEUE = `id, organization_id AS "organizationId", user_id AS "userId", key_id AS "keyId", options,
  snapshot::text AS snapshot, base_xid AS "baseXid", acknowledged_id AS "acknowledgedId", idle_seconds AS "idleSeconds",
  (extract(epoch FROM last_seen_at) * 1000)::bigint AS "lastSeenAt"`;

/** Other nodes tell of a client's last poll with some delay; nobody's queue goes before they have had time to. */
const GRACE_SECONDS = 90;

@Injectable()
export class QueueRepository {
  constructor(private readonly database: Database) {}

  async insert(queue: Omit<QueueRow, 'acknowledgedId' | 'lastSeenAt'>, actor: Actor): Promise<void> {
    await this.database.write(
      `INSERT INTO event_queue (id, organization_id, user_id, key_id, options, snapshot, base_xid, idle_seconds)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
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

  /** Users with queues that take events of the type, ascending. */
  async listening(organizationId: OrganizationId, type: string, among: readonly UserId[] | null): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT DISTINCT user_id AS "userId" FROM event_queue
       WHERE organization_id = $1 AND ($3::bigint[] IS NULL OR user_id = ANY ($3))
         AND (jsonb_typeof(options -> 'eventTypes') = 'null' OR options -> 'eventTypes' ? $2) ORDER BY user_id`,
      [organizationId, type, among],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Of those of the users who have a queue that takes events of the type: when one was last polled, in UNIX milliseconds. */
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

  /** Those of the users who have a queue that takes events of the type without that capability; ascending. */
  async lacking(
    organizationId: OrganizationId,
    type: string,
    capability: keyof Capabilities,
    among: readonly UserId[],
  ): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT DISTINCT user_id AS "userId" FROM event_queue
       WHERE organization_id = $1 AND options -> 'capabilities' ->> $3 = 'false'
         AND (jsonb_typeof(options -> 'eventTypes') = 'null' OR options -> 'eventTypes' ? $2)
         AND user_id = ANY ($4::bigint[]) ORDER BY user_id`,
      [organizationId, type, capability, among],
    );
    return rows.map(({ userId }) => userId);
  }

  /** A queue that may still be polled, or null. */
  find(id: string): Promise<QueueRow | null> {
    return this.database.row<QueueRow>(
      `SELECT ${QUEUE} FROM event_queue
       WHERE id = $1 AND last_seen_at > now() - make_interval(secs => idle_seconds + ${GRACE_SECONDS})`,
      [id],
    );
  }

  remove(id: string): Promise<number> {
    return this.database.write('DELETE FROM event_queue WHERE id = $1', [id]);
  }

  removeOf(organizationId: number, userId: number): Promise<number> {
    return this.database.write('DELETE FROM event_queue WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ]);
  }

  confineOf(organizationId: number, userId: number): Promise<number> {
    return this.database.write(
      `UPDATE event_queue SET options = options || '{"isWide": false}' WHERE organization_id = $1 AND user_id = $2`,
      [organizationId, userId],
    );
  }

  /** Progress never goes back, whichever node reports last. */
  async noteProgress(progress: readonly QueueProgress[]): Promise<void> {
    await this.database.write(
      `UPDATE event_queue q
       SET acknowledged_id = greatest(q.acknowledged_id, p.acknowledged_id),
           last_seen_at = greatest(q.last_seen_at, to_timestamp(p.last_seen_at / 1000.0))
       FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS p (id, acknowledged_id, last_seen_at)
       WHERE q.id = p.id`,
      [progress.map(({ id }) => id), progress.map((one) => one.acknowledgedId), progress.map((one) => one.lastSeenAt)],
    );
  }

  removeExpired(): Promise<number> {
    return this.database.write(
      `DELETE FROM event_queue WHERE last_seen_at < now() - make_interval(secs => idle_seconds + ${GRACE_SECONDS})`,
    );
  }
}
