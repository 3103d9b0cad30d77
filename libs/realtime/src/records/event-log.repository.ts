import { single } from '@app/kernel';
import { Database, DedicatedConnection, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Position } from './event-id';
import { EntryRow, LogEntry } from './log-entry';
import type { QueueViewer } from './queue-options';

const TOLD_AT = 'extract(epoch FROM created_at)::float8';

const ENTRY = `xid::text::bigint AS xid, ordinal, organization_id AS "organizationId", kind, audience::text AS audience,
  payload::text AS payload, ${TOLD_AT} AS "toldAt"`;

/** No entry can appear below the oldest open transaction, so reading in order up to there misses nothing. */
const SETTLED = `xid < pg_snapshot_xmin(pg_current_snapshot())`;

/** Reads whole transactions: a heartbeat between two parts of one would take the id of a later entry. */
export const TAIL_QUERY = prepared(`
  SELECT ${ENTRY} FROM (
    SELECT * FROM event_log
    WHERE (xid, ordinal) > ($1::text::xid8, $2::int) AND ${SETTLED}
    ORDER BY xid FETCH FIRST $3 ROWS WITH TIES
  ) AS settled ORDER BY settled.xid, settled.ordinal`);

const BEFORE = prepared(`
  SELECT ${ENTRY} FROM (
    SELECT * FROM event_log WHERE (xid, ordinal) < ($1::text::xid8, $2::int) ORDER BY xid DESC, ordinal DESC LIMIT $3
  ) AS newest ORDER BY newest.xid, newest.ordinal`);

const STEP = prepared(`
  SELECT xid::text::bigint AS xid, ordinal FROM event_log
  WHERE (xid, ordinal) > ($1::text::xid8, $2::int) AND (xid, ordinal) <= ($3::text::xid8, $4::int)
  ORDER BY event_log.xid, event_log.ordinal OFFSET $5 LIMIT 1`);

/** Most entries of a quiet log are for single users. Those for other users and of unwanted kinds are skipped. */
const CONCERNING = prepared(`
  SELECT ${ENTRY} FROM event_log
  WHERE (xid, ordinal) > ($1::text::xid8, $2::int) AND (xid, ordinal) <= ($3::text::xid8, $4::int)
    AND organization_id = $5 AND kind <> ALL ($7::text[])
    AND (audience ->> 'to' <> 'users' OR audience -> 'ids' @> to_jsonb($6::bigint))
  ORDER BY event_log.xid, event_log.ordinal`);

const LAG = prepared(`
  SELECT greatest(extract(epoch FROM now() - created_at), 0)::float8 AS seconds FROM event_log
  WHERE (xid, ordinal) > ($1::text::xid8, $2::int) ORDER BY xid, ordinal LIMIT 1`);

/** Whether the last entry that this reader has read is unchanged in this PostgreSQL. A replica may not have it yet. */
const HISTORY = prepared(`
  SELECT CASE
    WHEN pg_is_in_recovery() THEN 'unknown'
    WHEN pg_snapshot_xmax(pg_current_snapshot()) >= $1::text::xid8 AND ($3::float8 IS NULL OR EXISTS (
      SELECT FROM event_log WHERE xid = $1::text::xid8 AND ordinal = $2::int AND ${TOLD_AT} = $3::float8
    )) THEN 'same'
    ELSE 'other' END AS history`);

const WIDEST_SNAPSHOT = 200;
const REPLICA_SNAPSHOT = prepared(`
  SELECT CASE WHEN xmax - xmin <= $1::int THEN concat(xmin, ':', xmax, ':', (
    SELECT string_agg(id::text, ',' ORDER BY id) FROM generate_series(xmin, xmax - 1) AS under_way (id)
    WHERE NOT EXISTS (SELECT FROM event_log WHERE xid = id::text::xid8))) END AS snapshot
  FROM (SELECT pg_snapshot_xmin(seen)::text::bigint AS xmin, pg_snapshot_xmax(seen)::text::bigint AS xmax
        FROM pg_current_snapshot() AS seen) AS bounds`);

/** Wakes nodes whose reader of the log is at rest. Lost notifications are no fault, so the commit waits for no disk. */
const WAKE_UPS = 'parley_event_log';
const WAKE_OTHERS = prepared(`SELECT set_config('synchronous_commit', 'off', true), pg_notify('${WAKE_UPS}', $1)`);

/** The current cluster with its next transaction id, and what was stored of both; `null`: nothing yet. */
export interface Epochs {
  readonly system: string;
  readonly xid: number;
  readonly knownSystem: string | null;
  readonly knownXid: number | null;
}

@Injectable()
export class EventLogRepository {
  /** By which the others know this node. */
  private readonly nodeId = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly connection: DedicatedConnection,
  ) {}

  /**
   * The next entries of all organizations in order, on a separate connection: `limit`, and the rest of the last
   * transaction.
   */
  async after({ xid, ordinal }: Position, limit: number): Promise<LogEntry[]> {
    return (await this.connection.rows<EntryRow>(TAIL_QUERY, [String(xid), ordinal, limit])).map(LogEntry.of);
  }

  /** Whether other nodes can wake this one. */
  get canBeWoken(): boolean {
    return this.connection.canListen;
  }

  /** Calls `woken` when another node wakes this one. To be called before the first read. */
  onWakeUp(woken: (nodeId: string) => void): void {
    this.connection.listen(WAKE_UPS, (nodeId) => nodeId !== this.nodeId && woken(nodeId));
  }

  /** Wakes the other nodes. It is a transaction of its own, because NOTIFY lets commits wait for each other. */
  async wakeOthers(): Promise<void> {
    await this.connection.rows(WAKE_OTHERS, [this.nodeId]);
  }

  /** @param toldAt of the entry at that place; `null`: there was none, or it may have been dropped */
  async history({ xid, ordinal }: Position, toldAt: number | null): Promise<'same' | 'other' | 'unknown'> {
    const values = [String(xid), ordinal, toldAt];
    return single(await this.connection.rows<{ history: 'same' | 'other' | 'unknown' }>(HISTORY, values)).history;
  }

  /** The newest `limit` entries before a place, in order. */
  async before({ xid, ordinal }: Position, limit: number): Promise<LogEntry[]> {
    return (await this.database.rows<EntryRow>(BEFORE, [String(xid), ordinal, limit])).map(LogEntry.of);
  }

  /** The place `entries` entries after `from`; `null`: there are fewer up to `to`. */
  step(from: Position, to: Position, entries: number): Promise<Position | null> {
    return this.database.row<Position>(STEP, [String(from.xid), from.ordinal, String(to.xid), to.ordinal, entries - 1]);
  }

  /** Entries that may concern a queue of the user, in order. Those that certainly do not are left out. */
  async concerning(
    { organizationId, userId }: Pick<QueueViewer, 'organizationId' | 'userId'>,
    from: Position,
    to: Position,
    unwantedKinds: readonly string[],
  ): Promise<LogEntry[]> {
    const rows = await this.database.rows<EntryRow>(CONCERNING, [
      String(from.xid),
      from.ordinal,
      String(to.xid),
      to.ordinal,
      organizationId,
      userId,
      unwantedKinds,
    ]);
    return rows.map(LogEntry.of);
  }

  /** No transaction has this id yet, nor any after it. */
  async nextXid(): Promise<number> {
    const row = await this.database.row<{ xid: number }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS xid',
    );
    return row!.xid;
  }

  /** The place at which a new reader begins. */
  async settledXid(): Promise<number> {
    const row = await this.database.row<{ xid: number }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid',
    );
    return row!.xid;
  }

  /** The age of the first entry after that place; 0: there is none. */
  async lagSeconds({ xid, ordinal }: Position): Promise<number> {
    const row = await this.database.row<{ seconds: number }>(LAG, [String(xid), ordinal]);
    return row?.seconds ?? 0;
  }

  /**
   * The age of the oldest writing transaction, prepared ones included; 0: there is none, or none that our role may see.
   */
  async oldestTransactionSeconds(): Promise<number> {
    const row = await this.database.row<{ seconds: number }>(
      `SELECT coalesce(extract(epoch FROM now() - min(began)), 0)::float8 AS seconds FROM (
         SELECT xact_start AS began FROM pg_stat_activity WHERE backend_xid IS NOT NULL
         UNION ALL SELECT prepared FROM pg_prepared_xacts
       ) AS writing`,
    );
    return row!.seconds;
  }

  /** The snapshot of a repeatable-read transaction, which all its statements see. */
  async snapshot(): Promise<string> {
    const row = await this.database.row<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
    return row!.snapshot;
  }

  /**
   * The same at a replica, whose snapshots do not tell which transactions are under way: those without entries count as
   * such, as they have none that a queue could miss. `null`: there would be too many to look for.
   */
  async replicaSnapshot(): Promise<string | null> {
    const row = await this.database.row<{ snapshot: string | null }>(REPLICA_SNAPSHOT, [WIDEST_SNAPSHOT]);
    return row!.snapshot;
  }

  /** The cluster that assigns transaction ids now, and the one that wrote the log. */
  async epochs(): Promise<Epochs> {
    const row = await this.database.row<Epochs>(
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

  /** Called when it is unknown what clients have received. */
  async endQueues(): Promise<void> {
    await this.database.write('DELETE FROM event_queue');
  }

  async empty(): Promise<void> {
    await this.database.write('TRUNCATE event_log, event_queue');
  }
}
