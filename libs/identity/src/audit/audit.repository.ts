import type { OrganizationId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AuditEntry, BEGINNING, ChainEnd } from './audit-entry';

/** Selects entries; `null` matches all. */
export interface AuditFilter {
  actorId: number | null;
  action: string | null;
  objectType: string | null;
  objectId: number | null;
  /** UNIX seconds, inclusive. */
  since: number | null;
  /** UNIX seconds, exclusive. */
  until: number | null;
  /** Only entries before this place. */
  before: number | null;
}

const COLUMNS = `organization_id AS "organizationId", sequence, (extract(epoch FROM at) * 1000)::float8 AS at,
  actor_id AS "actorId", client, address, action, object_type AS "objectType", object_id AS "objectId", before, after, hash`;

/**
 * Locks the row that contains the end of the chain. PostgreSQL serves waiters for a row lock in no fixed order, and
 * some of them very late. So callers first take an advisory lock, which is served in order. It has two numbers, so that
 * it never collides with those of `Locks`. The time is the database's, read after the wait.
 */
const LOCK_END = prepared(`WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(1, ($1::bigint % 2147483647)::int))
  INSERT INTO audit_head AS h (organization_id) SELECT $1::bigint FROM turn
  ON CONFLICT (organization_id) DO UPDATE SET sequence = h.sequence
  RETURNING h.sequence, h.hash, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`);

const APPEND = prepared(`WITH appended AS (
    INSERT INTO audit_log (organization_id, sequence, at, actor_id, client, address, action, object_type, object_id,
      before, after, hash)
    SELECT $1, e.sequence, to_timestamp(e.at / 1000.0), e."actorId", e.client, e.address, e.action, e."objectType",
      e."objectId", e.before, e.after, decode(e.hash, 'hex')
    FROM jsonb_to_recordset($2::jsonb) AS e (sequence bigint, at bigint, "actorId" bigint, client text, address text,
      action text, "objectType" text, "objectId" bigint, before jsonb, after jsonb, hash text))
  UPDATE audit_head SET sequence = $3, hash = $4 WHERE organization_id = $1`);

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** The end of the organization's chain, locked until the transaction ends. */
  async lockEnd(organizationId: OrganizationId): Promise<ChainEnd & { now: number }> {
    return (await this.database.row<ChainEnd & { now: number }>(LOCK_END, [organizationId]))!;
  }

  /** Inserts the entries of one organization in one statement. The caller has called `lockEnd`. */
  async append(entries: readonly AuditEntry[]): Promise<void> {
    const { organizationId, sequence, hash } = entries.at(-1)!;
    const rows = JSON.stringify(entries.map((entry) => ({ ...entry, hash: entry.hash.toString('hex') })));
    await this.database.write(APPEND, [organizationId, rows, sequence, hash]);
  }

  /** The stored end of the chain. */
  async end(organizationId: OrganizationId): Promise<ChainEnd> {
    const statement = 'SELECT sequence, hash FROM audit_head WHERE organization_id = $1';
    return (await this.database.row<ChainEnd>(statement, [organizationId])) ?? BEGINNING;
  }

  /** Latest first. */
  list(organizationId: OrganizationId, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    const { actorId, action, objectType, objectId, since, until, before } = filter;
    return this.database.rows<AuditEntry>(
      `SELECT ${COLUMNS} FROM audit_log
        WHERE organization_id = $1
          AND ($2::bigint IS NULL OR actor_id = $2)
          AND ($3::text IS NULL OR action = $3)
          AND ($4::text IS NULL OR object_type = $4)
          AND ($5::bigint IS NULL OR object_id = $5)
          AND ($6::bigint IS NULL OR at >= to_timestamp($6))
          AND ($7::bigint IS NULL OR at < to_timestamp($7))
          AND ($8::bigint IS NULL OR sequence < $8)
        ORDER BY sequence DESC LIMIT $9`,
      [organizationId, actorId, action, objectType, objectId, since, until, before, limit],
    );
  }

  /** Entries after the given place, in the order of the chain. */
  following(organizationId: OrganizationId, place: number, limit: number): Promise<AuditEntry[]> {
    return this.database.rows<AuditEntry>(
      `SELECT ${COLUMNS} FROM audit_log WHERE organization_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
      [organizationId, place, limit],
    );
  }
}
