import type { Database } from '../database/database';
import type { Chunk } from './chunks';

/**
 * A table of rows that each concern many users. They are looked at without a lock, and done in chunks: each transaction
 * holds the rows of its chunks, and removes them or notes how far they are done. The table has the columns `id bigint`
 * and `done_user_id bigint`. To be extended in a `*.repository.ts`; the name is that of a table of ours.
 */
export abstract class ChunkedRows {
  constructor(
    protected readonly database: Database,
    private readonly table: string,
  ) {}

  /**
   * In the transaction that does them: makes chunks its own, if it commits.
   * @returns those of them that were still to be done and that no other node works on
   */
  async claim<Item>(chunks: readonly Chunk<Item>[]): Promise<Chunk<Item>[]> {
    const rows = await this.database.rows<{ id: number }>(
      `WITH held AS MATERIALIZED (
         SELECT row.id, chunk.upto FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS chunk (id, after, upto)
         JOIN ${this.table} row ON row.id = chunk.id AND row.done_user_id = chunk.after
         ORDER BY row.id FOR UPDATE OF row SKIP LOCKED),
       gone AS (DELETE FROM ${this.table} WHERE id IN (SELECT id FROM held WHERE upto IS NULL)),
       noted AS (UPDATE ${this.table} row SET done_user_id = held.upto FROM held WHERE row.id = held.id AND held.upto IS NOT NULL)
       SELECT id FROM held`,
      [chunks.map(({ id }) => id), chunks.map(({ after }) => after), chunks.map(({ upto }) => upto)],
    );
    const held = new Set(rows.map(({ id }) => id));
    return chunks.filter(({ id }) => held.has(id));
  }
}
