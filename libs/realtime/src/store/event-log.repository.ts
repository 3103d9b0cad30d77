import { Database, DedicatedConnection, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LogEntry } from '../domain/audience';
import type { Position } from '../domain/event-id';

const ENTRY = `xid::text::bigint AS xid, ordinal, organization_id AS "organizationId", kind, audience, payload`;

/** Below the oldest transaction under way nothing can appear any more: reading up to there in order loses nothing. */
const SETTLED = `xid < pg_snapshot_xmin(pg_current_snapshot())`;

/** Whole transactions: a heartbeat between two parts of one would take the id of an entry that is still to come. */
export const TAIL_QUERY = prepared(`
  SELECT ${ENTRY} FROM (
    SELECT * FROM event_log
    WHERE (xid, ordinal) > ($1::text::xid8, $2::int) AND ${SETTLED}
    ORDER BY xid FETCH FIRST $3 ROWS WITH TIES
  ) AS settled ORDER BY settled.xid, settled.ordinal`);

const BETWEEN = prepared(`
  SELECT ${ENTRY} FROM event_log
  WHERE (xid, ordinal) > ($1::text::xid8, $2::int) AND (xid, ordinal) <= ($3::text::xid8, $4::int) AND organization_id = $5
  ORDER BY event_log.xid, event_log.ordinal LIMIT $6`);

const LAG = prepared(`
  SELECT greatest(extract(epoch FROM now() - created_at), 0)::float8 AS seconds FROM event_log
  WHERE (xid, ordinal) > ($1::text::xid8, $2::int) ORDER BY xid, ordinal LIMIT 1`);

@Injectable()
export class EventLogRepository {
  constructor(
    private readonly database: Database,
    private readonly connection: DedicatedConnection,
  ) {}

  /** The next entries of all organizations, in order, on a connection of their own: `limit`, and the rest of the last transaction. */
  after({ xid, ordinal }: Position, limit: number): Promise<LogEntry[]> {
    return this.connection.rows<LogEntry>(TAIL_QUERY, [String(xid), ordinal, limit]);
  }

  between(from: Position, to: Position, organizationId: number, limit: number): Promise<LogEntry[]> {
    return this.database.rows<LogEntry>(BETWEEN, [
      String(from.xid),
      from.ordinal,
      String(to.xid),
      to.ordinal,
      organizationId,
      limit,
    ]);
  }

  /** Where a reader that starts now begins. */
  async settledXid(): Promise<number> {
    const row = await this.database.row<{ xid: number }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid',
    );
    return row!.xid;
  }

  /** Age of the first entry after that place; 0: there is none. */
  async lagSeconds({ xid, ordinal }: Position): Promise<number> {
    const row = await this.database.row<{ seconds: number }>(LAG, [String(xid), ordinal]);
    return row?.seconds ?? 0;
  }

  /** Of those that write, prepared ones included; 0: there is none, or none that our role may look at. */
  async oldestTransactionSeconds(): Promise<number> {
    const row = await this.database.row<{ seconds: number }>(
      `SELECT coalesce(extract(epoch FROM now() - min(began)), 0)::float8 AS seconds FROM (
         SELECT xact_start AS began FROM pg_stat_activity WHERE backend_xid IS NOT NULL
         UNION ALL SELECT prepared FROM pg_prepared_xacts
       ) AS writing`,
    );
    return row!.seconds;
  }

  /** Inside a repeatable-read transaction: the snapshot that all its statements see. */
  async snapshot(): Promise<string> {
    const row = await this.database.row<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
    return row!.snapshot;
  }

  /** The cluster that gives out transaction ids now, and the one that the log was written in. */
  async epochs(): Promise<{ system: string; xid: number; knownSystem: string | null; knownXid: number | null }> {
    const row = await this.database.row<{
      system: string;
      xid: number;
      knownSystem: string | null;
      knownXid: number | null;
    }>(
      `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
              pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS xid,
              (SELECT system_identifier FROM epoch) AS "knownSystem",
              (SELECT xid::text::bigint FROM epoch) AS "knownXid"`,
    );
    return row!;
  }

  async noteEpoch(system: string): Promise<void> {
    await this.database.write(
      `INSERT INTO epoch (system_identifier, xid) VALUES ($1, pg_snapshot_xmax(pg_current_snapshot()))
       ON CONFLICT (only_row) DO UPDATE SET system_identifier = excluded.system_identifier, xid = excluded.xid`,
      [system],
    );
  }

  async empty(): Promise<void> {
    await this.database.write('TRUNCATE event_log, event_queue');
  }
}
