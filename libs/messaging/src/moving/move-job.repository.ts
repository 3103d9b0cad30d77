import type { OrganizationId } from '@app/kernel';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { MoveProgress, ThreadMove } from './thread-move';
import type { TopicPlace } from '../topics/topic';

/** A move that is not finished. */
export interface MoveJob {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly move: ThreadMove;
  readonly progress: MoveProgress;
  /** The number of batches after the first one. */
  readonly step: number;
  /** The number of failures of the next batch. */
  readonly attempts: number;
}

/** The state of a move's target. */
export interface MoveTargetState {
  /** Whether the target topic has messages. */
  readonly isThere: boolean;
  /** An unfinished move from or to one of the two topics; null: there is none. */
  readonly jobId: number | null;
}

/** Other nodes do not take over a job for this time after its last batch. A batch takes less. */
const LEASE = "interval '5 seconds'";

const COLUMNS = 'id, organization_id AS "organizationId", move, progress, step, attempts';

/**
 * An unfinished move from or to one of the topics in `places`, which has the columns channel_id and topic (lower case).
 */
const underWayIn = (places: string): string => `(
  SELECT min(j.id) FROM move_job j JOIN (VALUES ${places}) place (channel_id, topic)
    ON (j.from_channel_id = place.channel_id AND lower(j.from_topic) = place.topic)
    OR (j.to_channel_id = place.channel_id AND lower(j.to_topic) = place.topic))`;

/** Moves that take several transactions. `progress` is written only under the exclusive locks of both channels. */
@Injectable()
export class MoveJobRepository {
  constructor(private readonly database: Database) {}

  /** The caller's transaction holds both channels, so no other move between the topics can begin. */
  async standing(from: TopicPlace, to: TopicPlace): Promise<MoveTargetState> {
    const row = await this.database.row<MoveTargetState>(
      `SELECT EXISTS (SELECT FROM message m WHERE m.channel_id = $3 AND lower(m.topic) = lower($4)) AS "isThere",
         ${underWayIn('($1::bigint, lower($2::text)), ($3::bigint, lower($4::text))')} AS "jobId"`,
      [from.channelId, from.topic, to.channelId, to.topic],
    );
    return row!;
  }

  /** An unfinished move from or to the topic. */
  async findIn({ channelId, topic }: TopicPlace): Promise<number | null> {
    const row = await this.database.row<{ id: number | null }>(
      `SELECT ${underWayIn('($1::bigint, lower($2::text))')} AS id`,
      [channelId, topic],
    );
    return row!.id;
  }

  /** The inserting node holds the lease. */
  async insert(organizationId: OrganizationId, move: ThreadMove, progress: MoveProgress): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO move_job (organization_id, from_channel_id, from_topic, to_channel_id, to_topic, move, progress, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${LEASE}) RETURNING id`,
      [
        organizationId,
        move.from.channelId,
        move.from.topic,
        move.to.channelId,
        move.to.topic,
        JSON.stringify(move),
        JSON.stringify(progress),
      ],
    );
    return row!.id;
  }

  find(id: number): Promise<MoveJob | null> {
    return this.database.row<MoveJob>(`SELECT ${COLUMNS} FROM move_job WHERE id = $1`, [id]);
  }

  /** Called in the transaction of a batch. `false`: another node has done the batch. */
  async hold({ id, step }: MoveJob): Promise<boolean> {
    return (
      (await this.database.row('SELECT FROM move_job WHERE id = $1 AND step = $2 FOR UPDATE', [id, step])) !== null
    );
  }

  async advance({ id, step }: MoveJob, progress: MoveProgress): Promise<void> {
    await this.database.write(
      `UPDATE move_job SET progress = $2, step = $3, attempts = 0, due_at = now() + ${LEASE} WHERE id = $1`,
      [id, JSON.stringify(progress), step + 1],
    );
  }

  async remove({ id }: MoveJob): Promise<void> {
    await this.database.write('DELETE FROM move_job WHERE id = $1', [id]);
  }

  /** Leases the job that has been due for the longest time; `null`: none is due. */
  async lease(): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(
      `UPDATE move_job SET due_at = now() + ${LEASE}
       WHERE id = (SELECT id FROM move_job WHERE due_at <= now() ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
    );
    return row?.id ?? null;
  }

  /** The batch failed. The next attempt is half a second later, then after twice the time each, up to five minutes. */
  async postpone(id: number): Promise<void> {
    await this.database.write(
      `UPDATE move_job SET attempts = least(attempts + 1, 100),
         due_at = now() + least(300, 0.5 * 2 ^ least(attempts, 20)) * interval '1 second'
       WHERE id = $1`,
      [id],
    );
  }

  /** Any node may continue it at once. */
  async release(id: number): Promise<void> {
    await this.database.write('UPDATE move_job SET due_at = now() WHERE id = $1', [id]);
  }

  /** All unfinished moves, including those that a request or another node is working on. */
  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(began_at)), 0)::float8 AS "oldestSeconds"
       FROM move_job`,
    );
    return row!;
  }
}
