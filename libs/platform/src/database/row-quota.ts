import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Database } from './database';

/** How many rows of a table one owner may have: each is sent to clients when they register. */
export interface RowLimit {
  /** In the plural, for the error. */
  readonly noun: string;
  readonly table: string;
  /** The column that names the owner. */
  readonly owner: string;
  /** The condition for counted rows; all rows by default. */
  readonly where?: string;
  readonly most: number;
}

export class RowQuotaIsExceeded extends DomainError {
  constructor({ noun, most }: RowLimit) {
    super(`There can be at most ${most} ${noun}`);
  }
}

/** Looks whether an owner may have more rows. Exact in a transaction that holds the owner's lock. */
@Injectable()
export class RowQuota {
  constructor(private readonly database: Database) {}

  /** @param more how many rows are to be added @throws RowQuotaIsExceeded */
  async assert(limit: RowLimit, owner: number, more = 1): Promise<void> {
    const { table, owner: column, where = 'true', most } = limit;
    const counted = await this.database.row<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM (SELECT FROM ${table} WHERE ${column} = $1 AND ${where} LIMIT $2) AS counted`,
      [owner, most],
    );
    if (counted!.rows + more > most) throw new RowQuotaIsExceeded(limit);
  }
}
