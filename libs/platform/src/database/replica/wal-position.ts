/**
 * A place in the write-ahead log of a cluster. Places of different timelines say nothing about each other: after a
 * failover both branches use the same numbers.
 */
export interface WalPosition {
  readonly timeline: number;
  /** Bytes since the beginning of the log. */
  readonly lsn: number;
}

/** Whether a server that has replayed the log up to `replayed` has everything up to `wanted`. */
export const covers = (replayed: WalPosition, wanted: WalPosition): boolean =>
  replayed.timeline === wanted.timeline && replayed.lsn >= wanted.lsn;

const BYTES = (lsn: string): string => `(${lsn} - '0/0'::pg_lsn)`;

/**
 * An expression for the primary: a place that everything precedes which the statement sees. It is worked out after the
 * snapshot of the statement. A commit becomes visible when its record is on disk, or, with `synchronous_commit = off`,
 * when it is in memory. `NULL` on a replica.
 */
export const WAL_POSITION = `CASE WHEN NOT pg_is_in_recovery() THEN (
    SELECT substr(pg_walfile_name(lsn), 1, 8) || ' ' || ${BYTES('lsn')}
    FROM (SELECT CASE current_setting('synchronous_commit')
      WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn) AS wal) END`;

/** @param text a value of `WAL_POSITION` */
export function parseWalPosition(text: string | null): WalPosition | null {
  const [, timeline, lsn] = /^([0-9A-F]{8}) (\d+)$/.exec(text ?? '') ?? [];
  return timeline === undefined || lsn === undefined
    ? null
    : { timeline: Number.parseInt(timeline, 16), lsn: Number(lsn) };
}

/**
 * How far the asked server has replayed the log. The timeline is the latest that its control file knows, which may be
 * behind for some minutes after a failover, and is never ahead.
 */
export const REPLAYED = `SELECT pg_is_in_recovery() AS "isReplica",
    (SELECT greatest(min_recovery_end_timeline, (SELECT timeline_id FROM pg_control_checkpoint()))
     FROM pg_control_recovery()) AS timeline,
    coalesce(${BYTES('pg_last_wal_replay_lsn()')}, 0)::bigint AS lsn`;

/** Tells the cluster and the database in it: of a primary and its replicas both are the same. */
export const IDENTITY = `SELECT concat_ws(' ', system_identifier,
    (SELECT oid FROM pg_database WHERE datname = current_database())) AS identity FROM pg_control_system()`;
