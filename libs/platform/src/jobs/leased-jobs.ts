import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import type { Backlog } from './worker';

/** The lease of a job. When it expires, another node takes the job. */
const LEASE_SECONDS = 60;
/** A job that is always due is no backlog; one that no node has taken for that long is. */
const LATE_SECONDS = 600;

/**
 * Periodic jobs for each organization. One node at a time does a job: it leases the job for a minute, renews the lease,
 * and sets the time of the next run.
 */
@Injectable()
export class LeasedJobs {
  /** By job; rows go only with their organization. */
  private readonly enrolled = new Map<string, Set<number>>();

  constructor(private readonly database: Database) {}

  /** The organizations that the job is for from now on; what is known stays as it is. */
  async enrol(job: string, organizationIds: readonly number[]): Promise<void> {
    const enrolled = this.enrolled.get(job);
    if (enrolled && organizationIds.every((id) => enrolled.has(id))) return;
    await this.database.write(
      `INSERT INTO pass (job, organization_id)
       SELECT $1, wanted.id FROM unnest($2::bigint[]) AS wanted (id)
       WHERE NOT EXISTS (SELECT FROM pass WHERE job = $1 AND organization_id = wanted.id)
       ORDER BY wanted.id ON CONFLICT DO NOTHING`,
      [job, organizationIds],
    );
    this.enrolled.set(job, new Set(organizationIds));
  }

  /** Leases the job that has been due for the longest time among these organizations; `null`: none is due. */
  async take(job: string, organizationIds: readonly number[]): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(
      `UPDATE pass SET due_at = now() + make_interval(secs => ${LEASE_SECONDS})
       WHERE job = $1 AND organization_id = (
         SELECT organization_id FROM pass WHERE job = $1 AND organization_id = ANY ($2::bigint[]) AND due_at <= now()
         ORDER BY due_at, organization_id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING organization_id AS id`,
      [job, organizationIds],
    );
    return row?.id ?? null;
  }

  /** For the holder of the lease: renews it, or has the job done again after that time. */
  async put(job: string, organizationId: number, inSeconds: number = LEASE_SECONDS): Promise<void> {
    await this.database.write(
      'UPDATE pass SET due_at = now() + make_interval(secs => $3) WHERE job = $1 AND organization_id = $2',
      [job, organizationId, inSeconds],
    );
  }

  async backlog(job: string): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "oldestSeconds"
       FROM pass WHERE job = $1 AND due_at < now() - make_interval(secs => ${LATE_SECONDS})`,
      [job],
    );
    return row!;
  }
}
