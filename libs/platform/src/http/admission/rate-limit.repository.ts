import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../database/database';
import type { Backlog } from '../../jobs/worker';

/** How often something was done since the first time, and how long it is until that is forgotten. */
export interface Standing {
  readonly used: number;
  /** Until the count begins anew. */
  readonly seconds: number;
}

const TAKE = prepared(
  `INSERT INTO rate_limit AS known (key, used, resets_at) VALUES ($1, 1, now() + make_interval(secs => $2))
   ON CONFLICT (key) DO UPDATE SET
     used = CASE WHEN known.resets_at <= now() THEN 1 ELSE known.used + 1 END,
     resets_at = CASE WHEN known.resets_at <= now() THEN excluded.resets_at ELSE known.resets_at END
   RETURNING used, greatest(extract(epoch FROM resets_at - now()), 0)::float8 AS seconds`,
);

/** The counts that all nodes share. */
@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /** Counts one more, and says what that makes. */
  async take(key: string, windowSeconds: number): Promise<Standing> {
    return (await this.database.row<Standing>(TAKE, [key, windowSeconds]))!;
  }

  async forget(key: string): Promise<void> {
    await this.database.write('DELETE FROM rate_limit WHERE key = $1', [key]);
  }

  /** Removes so many counts that mean nothing any more; how many there were. */
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
