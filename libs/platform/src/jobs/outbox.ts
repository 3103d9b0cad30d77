import type { Database } from '../database/database';
import { backOff } from './back-off';
import type { Backlog } from './worker';

/** After this many failures, in about a quarter of an hour, a row is given up. */
const MAX_ATTEMPTS = 12;

/**
 * A table of work. A transaction that requests work inserts a row, and the transaction that does the work deletes it.
 * The table has the columns `id bigint`, `due_at timestamptz` and `attempts smallint`, and an index on (due_at, id).
 * Extended in a `*.repository.ts`; the name must be that of one of our tables.
 */
export abstract class Outbox {
  constructor(
    protected readonly database: Database,
    private readonly table: string,
  ) {}

  /** Ids of what is due, longest first. */
  async due(limit: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM ${this.table} WHERE due_at <= now() ORDER BY due_at, id LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * In the transaction that does the work: deletes the row, once the transaction commits. False: another node has done it,
   * or (unless `waits`) is doing it right now.
   */
  async claim(id: number, waits = false): Promise<boolean> {
    const locked = `SELECT id FROM ${this.table} WHERE id = $1 FOR UPDATE ${waits ? '' : 'SKIP LOCKED'}`;
    return (await this.database.write(`DELETE FROM ${this.table} WHERE id = (${locked})`, [id])) === 1;
  }

  /** The work failed and is tried again later. `false`: it has failed too often, and the row is removed. */
  async postpone(id: number): Promise<boolean> {
    const row = await this.database.row<{ attempts: number }>(`SELECT attempts FROM ${this.table} WHERE id = $1`, [id]);
    const failures = (row?.attempts ?? 0) + 1;
    if (failures >= MAX_ATTEMPTS) {
      await this.giveUp(id);
      return false;
    }
    await this.database.write(
      `UPDATE ${this.table} SET attempts = $2, due_at = now() + $3 * interval '1 millisecond' WHERE id = $1`,
      [id, failures, backOff(failures)],
    );
    return true;
  }

  /** The work failed too often. */
  protected async giveUp(id: number): Promise<void> {
    await this.database.write(`DELETE FROM ${this.table} WHERE id = $1`, [id]);
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "oldestSeconds"
       FROM ${this.table} WHERE due_at <= now()`,
    );
    return row!;
  }
}
