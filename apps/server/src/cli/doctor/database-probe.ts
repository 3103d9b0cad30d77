import { single } from '@app/kernel';
import { PROCESS_NAMES } from '@app/platform';
import type { Client } from 'pg';

/** Of two kilobytes each. */
const PROBE_LINES = 500;

interface Writer {
  who: string;
  seconds: number;
  /** The statement that ends it. */
  remedy: string;
}

/** The doctor's queries. They use a separate connection, because the server's connections may fail. */
export class DatabaseProbe {
  constructor(private readonly client: Client) {}

  async version(): Promise<{ number: number; text: string }> {
    const { number, text } = await this.only<{ number: string; text: string }>(
      "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text",
    );
    return { number: Number(number), text };
  }

  async encoding(): Promise<string> {
    const { encoding } = await this.only<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding");
    return encoding;
  }

  /** Of the settings that make commits durable those that are not as they must be, such as `fsync = off`. */
  async unsafeSettings(): Promise<string[]> {
    const { rows } = await this.client.query<{ is: string }>(
      `SELECT format('%s = %s', name, setting) AS is FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`,
    );
    return rows.map(({ is }) => is);
  }

  /** Days of UTC that the event log has partitions of, oldest first, and what day it is; null: there is no log yet. */
  async logDays(): Promise<{ today: string; made: string[] } | null> {
    const { there } = await this.only<{ there: boolean }>("SELECT to_regclass('event_log') IS NOT NULL AS there");
    if (!there) return null;
    return this.only<{ today: string; made: string[] }>(
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD') AS today,
         array(SELECT right(relname::text, 8) FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
               WHERE inhparent = 'event_log'::regclass AND relname ~ '_[0-9]{8}$' ORDER BY 1) AS made`,
    );
  }

  /** Names of the migrations that ran, in their order; none on an empty database. */
  async migrations(): Promise<string[]> {
    const { there } = await this.only<{ there: boolean }>("SELECT to_regclass('migration') IS NOT NULL AS there");
    if (!there) return [];
    const { rows } = await this.client.query<{ name: string }>('SELECT name FROM migration ORDER BY id');
    return rows.map(({ name }) => name);
  }

  /**
   * The connections to this PostgreSQL: the number used, the limit, those reserved for others, those of other programs,
   * and those of server processes by name.
   */
  async connections(
    tailName: string,
  ): Promise<{ used: number; most: number; reserved: number; ofOthers: number; tails: number }> {
    const { rows } = await this.client.query<{ [name: string]: number }>(
      `SELECT count(*)::int AS used, current_setting('max_connections')::int AS most,
         current_setting('superuser_reserved_connections')::int
           + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved,
         count(*) FILTER (WHERE NOT ours AND pid <> pg_backend_pid())::int AS "ofOthers",
         count(*) FILTER (WHERE ours AND application_name = $1)::int AS tails
       FROM (SELECT *, datname = current_database() AND application_name = ANY($2) AS ours FROM pg_stat_activity) AS activity
       WHERE backend_type = 'client backend'`,
      [tailName, PROCESS_NAMES],
    );
    return rows[0] as Awaited<ReturnType<DatabaseProbe['connections']>>;
  }

  /** UNIX milliseconds. */
  async now(): Promise<number> {
    const { now } = await this.only<{ now: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
    return Number(now);
  }

  /**
   * The transaction that has had an id for longest, of this cluster, prepared ones included; null: none. Since when the
   * transactions of others write may be hidden from our role: then 0, or how long the first event waits for it.
   */
  async oldestWriter(): Promise<Writer | null> {
    const { rows } = await this.client.query<{ who: string; seconds: string; remedy: string }>(
      `SELECT who, coalesce(seconds, $1::float8, 0) AS seconds, remedy FROM (
          SELECT format('process %s (%s)', locks.pid, coalesce(nullif(application_name, ''), 'unnamed')) AS who,
            extract(epoch FROM clock_timestamp() - xact_start) AS seconds,
            format('SELECT pg_terminate_backend(%s)', locks.pid) AS remedy
          FROM pg_locks locks LEFT JOIN pg_stat_activity activity ON activity.pid = locks.pid
          WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock' AND granted AND locks.pid <> pg_backend_pid()
          UNION ALL
          SELECT format('the prepared transaction %s', gid), extract(epoch FROM clock_timestamp() - prepared),
            format('ROLLBACK PREPARED %L', gid)
          FROM pg_prepared_xacts
        ) AS writers ORDER BY 2 DESC LIMIT 1`,
      [await this.heldSeconds()],
    );
    const [oldest] = rows;
    return oldest ? { ...oldest, seconds: Number(oldest.seconds) } : null;
  }

  /** Since when events wait for the oldest transaction that writes; null: none waits. */
  private async heldSeconds(): Promise<number | null> {
    const { there } = await this.only<{ there: boolean }>("SELECT to_regclass('event_log') IS NOT NULL AS there");
    if (!there) return null;
    const { seconds } = await this.only<{ seconds: string | null }>(
      `SELECT extract(epoch FROM clock_timestamp() - min(created_at)) AS seconds FROM event_log
       WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())`,
    );
    return seconds === null ? null : Number(seconds);
  }

  /** Whether the event log was written by this database, as far as can be determined; `true` if there is no log yet. */
  async isEpochKnown(): Promise<boolean> {
    const { there } = await this.only<{ there: boolean }>("SELECT to_regclass('epoch') IS NOT NULL AS there");
    if (!there) return true;
    const { rows } = await this.client.query<{ same: boolean }>(
      `SELECT system_identifier = (SELECT system_identifier::text FROM pg_control_system())
         AND xid <= pg_snapshot_xmax(pg_current_snapshot()) AS same FROM epoch`,
    );
    return rows.every(({ same }) => same);
  }

  /** Mails that have not gone out; the oldest of those that are not given up, in seconds. */
  async mails(): Promise<{ waiting: number; failed: number; seconds: number }> {
    const { there } = await this.only<{ there: boolean }>("SELECT to_regclass('mail') IS NOT NULL AS there");
    if (!there) return { waiting: 0, failed: 0, seconds: 0 };
    const row = await this.only<{ waiting: string; failed: string; seconds: string }>(
      `SELECT count(*) FILTER (WHERE failed_at IS NULL) AS waiting, count(failed_at) AS failed,
         coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE failed_at IS NULL)), 0) AS seconds FROM mail`,
    );
    return { waiting: Number(row.waiting), failed: Number(row.failed), seconds: Number(row.seconds) };
  }

  /**
   * Messages that an older renderer has made, counted up to a limit; those that were asked to be rendered again, and how
   * long the first has been due. null: no messages yet, or those of an older version of the schema.
   */
  async renderings(version: number, limit: number): Promise<{ stale: number; asked: number; seconds: number } | null> {
    const { there } = await this.only<{ there: boolean }>("SELECT to_regclass('rerendering') IS NOT NULL AS there");
    if (!there) return null;
    const { rows } = await this.client.query<{ stale: string; asked: string; seconds: string }>(
      `SELECT (SELECT count(*) FROM (SELECT FROM message WHERE renderer_version < $1 LIMIT $2) stale) AS stale,
         count(*) AS asked, coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0) AS seconds
       FROM rerendering WHERE due_at <= clock_timestamp()`,
      [version, limit],
    );
    const { stale, asked, seconds } = single(rows);
    return { stale: Number(stale), asked: Number(asked), seconds: Number(seconds) };
  }

  /** Of each of these tables of work, as far as it is there: how many rows are due, and the first for how long. */
  async backlogs(tables: readonly string[]): Promise<{ table: string; waiting: number; seconds: number }[]> {
    const found = [];
    for (const table of tables) {
      const { there } = await this.only<{ there: boolean }>(`SELECT to_regclass('${table}') IS NOT NULL AS there`);
      if (!there) continue;
      const { waiting, seconds } = await this.only<{ waiting: string; seconds: string }>(
        `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(due_at)), 0) AS seconds
         FROM ${table} WHERE due_at <= now()`,
      );
      found.push({ table, waiting: Number(waiting), seconds: Number(seconds) });
    }
    return found;
  }

  /** Where the latest uploads are kept; none on an empty database. */
  async latestFileKeys(limit: number): Promise<string[]> {
    const { there } = await this.only<{ there: boolean }>("SELECT to_regclass('attachment') IS NOT NULL AS there");
    if (!there) return [];
    const { rows } = await this.client.query<{ key: string }>(
      'SELECT file_key AS key FROM attachment ORDER BY id DESC LIMIT $1',
      [limit],
    );
    return rows.map(({ key }) => key);
  }

  /** Why it takes no writes, such as on a full disk or as a replica; null: it does. What is written is undone. */
  async whyItTakesNoWrites(): Promise<string | null> {
    try {
      await this.client.query(
        `BEGIN; CREATE TEMPORARY TABLE parley_doctor ON COMMIT DROP AS
           SELECT repeat(md5(line::text), 60) AS text FROM generate_series(1, ${PROBE_LINES}) AS line`,
      );
      return null;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await this.client.query('ROLLBACK');
    }
  }

  async transactionAge(): Promise<number> {
    const { age } = await this.only<{ age: number }>('SELECT max(age(datfrozenxid)) AS age FROM pg_database');
    return Number(age);
  }

  private async only<T extends object>(sql: string): Promise<T> {
    return single((await this.client.query<T>(sql)).rows);
  }
}
