import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../database/database';
import { BatchLoader } from '../../database/batch-loader';
import { withReservedConnections } from '../../database/connections/reserved-connections';
import type { Backlog } from '../../jobs/worker';

/** The number of requests since the count began, and the seconds until it expires. */
export interface RateLimitCount {
  readonly used: number;
  /** Seconds until the count starts again. */
  readonly seconds: number;
}

/** Keys are locked in their order, so that two nodes cannot wait for each other. */
const TAKE = prepared(
  `INSERT INTO rate_limit AS known (key, used, resets_at)
   SELECT key, used, now() + make_interval(secs => seconds)
   FROM unnest($1::text[], $2::int[], $3::int[]) AS taken (key, used, seconds) ORDER BY key
   ON CONFLICT (key) DO UPDATE SET
     used = CASE WHEN known.resets_at <= now() THEN excluded.used ELSE known.used + excluded.used END,
     resets_at = CASE WHEN known.resets_at <= now() THEN excluded.resets_at ELSE known.resets_at END
   RETURNING key, used, greatest(extract(epoch FROM resets_at - now()), 0)::float8 AS seconds`,
);

interface Taken {
  readonly key: string;
  readonly windowSeconds: number;
}

/** The counts that all nodes share. */
@Injectable()
export class RateLimitRepository {
  private readonly takes = new BatchLoader<Taken, RateLimitCount>((all) =>
    withReservedConnections(() => this.takeAll(all)),
  );

  constructor(private readonly database: Database) {}

  /** Adds one and returns the new count. */
  take(key: string, windowSeconds: number): Promise<RateLimitCount> {
    return this.takes.find({ key, windowSeconds });
  }

  private async takeAll(all: readonly Taken[]): Promise<RateLimitCount[]> {
    const uses = new Map<string, { seconds: number; times: number }>();
    for (const { key, windowSeconds } of all)
      uses.set(key, { seconds: windowSeconds, times: (uses.get(key)?.times ?? 0) + 1 });
    const counted = [...uses.values()];
    const rows = await this.database.rows<RateLimitCount & { key: string }>(TAKE, [
      [...uses.keys()],
      counted.map(({ times }) => times),
      counted.map(({ seconds }) => seconds),
    ]);
    const counts = new Map(rows.map(({ key, used, seconds }) => [key, { used: used - uses.get(key)!.times, seconds }]));
    return all.map(({ key }) => {
      const count = counts.get(key)!;
      return { used: ++count.used, seconds: count.seconds };
    });
  }

  async forget(key: string): Promise<void> {
    await this.database.write('DELETE FROM rate_limit WHERE key = $1', [key]);
  }

  /** Removes at most `limit` expired counts. Returns their number. */
  removeEnded(limit: number): Promise<number> {
    return this.database.write(
      `DELETE FROM rate_limit WHERE key IN (
         SELECT key FROM rate_limit WHERE resets_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
  }

  /** Counts that ended longer ago than that. */
  async backlog(lateSeconds: number): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(resets_at)), 0)::float8 AS "oldestSeconds"
       FROM rate_limit WHERE resets_at < now() - make_interval(secs => $1)`,
      [lateSeconds],
    );
    return row!;
  }
}
