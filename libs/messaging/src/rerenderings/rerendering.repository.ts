import type { MessageId, OrganizationId } from '@app/kernel';
import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DueRerendering } from './rerendering';

/** The lease of a rerendering. When it expires, another node takes it. */
const LEASE = "interval '1 minute'";

@Injectable()
export class RerenderingRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'rerendering');
  }

  /** In ascending order, so that concurrent requests for the same messages cannot deadlock. */
  async insert(organizationId: OrganizationId, messageIds: readonly MessageId[]): Promise<void> {
    if (messageIds.length === 0) return;
    await this.database.write(
      `INSERT INTO rerendering (id, organization_id)
       SELECT id, $1 FROM (SELECT DISTINCT id FROM unnest($2::bigint[]) AS wanted (id)) wanted ORDER BY id
       ON CONFLICT (id) DO UPDATE SET request = rerendering.request + 1, due_at = now(), attempts = 0`,
      [organizationId, messageIds],
    );
  }

  /** Adds messages of an older renderer version, newest first. Queued ones stay as they are. */
  async insertStale(rendererVersion: number, limit: number): Promise<number> {
    return this.database.write(
      `INSERT INTO rerendering (id, organization_id)
       SELECT id, organization_id FROM (
         SELECT m.id, m.organization_id FROM message m
         WHERE m.renderer_version < $1 AND NOT EXISTS (SELECT FROM rerendering r WHERE r.id = m.id)
         ORDER BY m.renderer_version DESC, m.id DESC LIMIT $2) stale
       ORDER BY id ON CONFLICT (id) DO NOTHING`,
      [rendererVersion, limit],
    );
  }

  /** Leases due messages for a minute. */
  lease(limit: number): Promise<DueRerendering[]> {
    return this.database.rows<DueRerendering>(
      `UPDATE rerendering SET due_at = now() + ${LEASE}
       WHERE id = ANY (ARRAY (
         SELECT id FROM rerendering WHERE due_at <= now() ORDER BY due_at, id DESC LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING id, organization_id AS "organizationId", request`,
      [limit],
    );
  }

  /** Called in the transaction that writes the message. `false`: it was requested again meanwhile and stays queued. */
  async finish({ id, request }: Pick<DueRerendering, 'id' | 'request'>): Promise<boolean> {
    return (await this.database.write('DELETE FROM rerendering WHERE id = $1 AND request = $2', [id, request])) > 0;
  }

  /** The number of messages of older renderer versions, counted up to a limit. */
  async countStale(rendererVersion: number, limit: number): Promise<number> {
    const row = await this.database.row<{ stale: number }>(
      'SELECT count(*) AS stale FROM (SELECT FROM message WHERE renderer_version < $1 LIMIT $2) stale',
      [rendererVersion, limit],
    );
    return row!.stale;
  }
}
