import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** The partitions of the log: one for each UTC day, and a default one. Days are written as `2026-11-22`. */
export interface LogLayout {
  /** By the clock of the database, which also dates the entries. */
  readonly today: string;
  /** Days that have a partition, in order. */
  readonly made: readonly string[];
  /** Days that have entries in the default partition. No partition can be added for them any more. */
  readonly strewn: readonly string[];
}

/** The longest time for which other transactions may wait behind a lock request for the log. */
const LOCK_MS = 300;

@Injectable()
export class LogPartitionRepository {
  constructor(private readonly database: Database) {}

  async look(): Promise<LogLayout> {
    const row = await this.database.row<{ today: string; names: string[]; strewn: string[] }>(
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today,
         array(SELECT relname::text FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
               WHERE inhparent = 'event_log'::regclass ORDER BY 1) AS names,
         array(SELECT DISTINCT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') FROM event_log_overflow
               ORDER BY 1) AS strewn`,
    );
    const { today, names, strewn } = row!;
    return { today, made: names.flatMap(dayIn), strewn };
  }

  /** Runs its own transaction. */
  async add(day: string): Promise<void> {
    await this.waitBriefly();
    await this.database.write(
      `CREATE TABLE IF NOT EXISTS ${partitionOf(day)} PARTITION OF event_log
       FOR VALUES FROM ('${day} 00:00:00+00') TO ('${dayAfter(day, 1)} 00:00:00+00')`,
    );
  }

  /** Runs its own transaction. */
  async drop(day: string): Promise<void> {
    await this.waitBriefly();
    await this.database.write(`DROP TABLE IF EXISTS ${partitionOf(day)}`);
  }

  /** Removes at most `limit` entries before that day from the default partition. Returns their number. */
  removeStrewn(before: string, limit: number): Promise<number> {
    return this.database.write(
      `DELETE FROM event_log_overflow WHERE ctid = ANY (array(
         SELECT ctid FROM event_log_overflow WHERE created_at < ($1::timestamp AT TIME ZONE 'UTC') LIMIT $2))`,
      [before, limit],
    );
  }

  /** A pending request for a lock on the whole log blocks all later requests. */
  private async waitBriefly(): Promise<void> {
    await this.database.write(`SET LOCAL lock_timeout = ${LOCK_MS}`);
  }
}

/** The day after `days` days. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const partitionOf = (day: string): string => `event_log_${day.replaceAll('-', '')}`;

function dayIn(name: string): string[] {
  const [, year, month, day] = /^event_log_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return year ? [`${year}-${month}-${day}`] : [];
}
