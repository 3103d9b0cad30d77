import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';

export interface StoredNode {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  /** UNIX seconds. */
  readonly startedAt: number;
  /** UNIX seconds, by the clock of the database. */
  readonly seenAt: number;
  /** Seconds since then. */
  readonly silentFor: number;
}

@Injectable()
export class NodeRepository {
  constructor(private readonly database: Database) {}

  /** Reports a node, and removes those that have reported nothing for a day. */
  async report({ id, host, version, startedAt }: Pick<StoredNode, 'id' | 'host' | 'version' | 'startedAt'>) {
    await this.database.write(
      `WITH silent AS (DELETE FROM node WHERE seen_at < now() - interval '1 day' AND id <> $1)
       INSERT INTO node (id, host, version, started_at) VALUES ($1, $2, $3, to_timestamp($4))
       ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [id, host, version, startedAt],
    );
  }

  async forget(id: string): Promise<void> {
    await this.database.write('DELETE FROM node WHERE id = $1', [id]);
  }

  /** The longest running first. */
  list(limit: number): Promise<StoredNode[]> {
    return this.database.rows(
      `SELECT id, host, version, extract(epoch FROM started_at)::float8 AS "startedAt",
         extract(epoch FROM seen_at)::float8 AS "seenAt", extract(epoch FROM now() - seen_at)::float8 AS "silentFor"
       FROM node ORDER BY started_at, id LIMIT $1`,
      [limit],
    );
  }
}
