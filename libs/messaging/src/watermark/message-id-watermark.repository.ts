import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** The highest message id drawn so far, and a transaction id above those of all transactions that have drawn one. */
export interface WatermarkSample {
  readonly lastId: number;
  readonly xid: number;
}

/**
 * The value is read first, the transaction id drawn after it: every sender draws its own before its message id, so that
 * they all have smaller ones.
 */
const SAMPLE = `
  WITH drawn AS MATERIALIZED (SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last_id FROM message_id_seq)
  SELECT last_id AS "lastId", CASE WHEN last_id IS NOT NULL THEN pg_current_xact_id()::text::bigint END AS xid FROM drawn`;

@Injectable()
export class MessageIdWatermarkRepository {
  constructor(private readonly database: Database) {}

  async sample(): Promise<WatermarkSample> {
    return (await this.database.row<WatermarkSample>(SAMPLE))!;
  }

  /** All transactions with smaller ids have ended. To be asked in a later statement than the sample. */
  async oldestUnderWay(): Promise<number> {
    const row = await this.database.row<{ xid: number }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid',
    );
    return row!.xid;
  }
}
