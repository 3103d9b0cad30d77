import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Minutes and days since 1970, in UTC: which ones are being counted. */
export interface Spans {
  readonly minute: number;
  readonly day: number;
}

const MINUTE_USED = `CASE WHEN relay_quota.minute = excluded.minute THEN relay_quota.minute_used ELSE 0 END
                     + excluded.minute_used`;
const DAY_USED = 'CASE WHEN relay_quota.day = excluded.day THEN relay_quota.day_used ELSE 0 END + excluded.day_used';

const TAKE = prepared(
  `INSERT INTO relay_quota (organization_id, minute, minute_used, day, day_used) VALUES ($1, $2, $4, $3, $4)
   ON CONFLICT (organization_id) DO UPDATE
   SET minute = excluded.minute, minute_used = ${MINUTE_USED}, day = excluded.day, day_used = ${DAY_USED}
   WHERE ${MINUTE_USED} <= $5 AND ${DAY_USED} <= $6`,
);

@Injectable()
export class QuotaRepository {
  constructor(private readonly database: Database) {}

  /** Takes all or nothing. `false`: the quota would be exceeded. All nodes share the count. */
  async take(organizationId: string, { minute, day }: Spans, count: number, most: [number, number]): Promise<boolean> {
    return (await this.database.write(TAKE, [organizationId, minute, day, count, ...most])) === 1;
  }

  /** What the organization has used on that day. */
  async usedOn(organizationId: string, day: number): Promise<number> {
    const row = await this.database.row<{ used: number }>(
      'SELECT day_used AS used FROM relay_quota WHERE organization_id = $1 AND day = $2',
      [organizationId, day],
    );
    return row?.used ?? 0;
  }
}
