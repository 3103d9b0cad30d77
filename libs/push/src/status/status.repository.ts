import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

export interface DeviceCounts {
  readonly users: number;
  /** Registered, by the interface that the app uses. */
  readonly encrypted: number;
  readonly byToken: number;
  readonly waiting: number;
  readonly failed: number;
}
export interface DeliveryCounts {
  readonly waiting: number;
  readonly repeated: number;
  readonly refused: number;
  readonly oldestSeconds: number;
}

/** More are not counted: a day without the relay may leave millions. */
const MAX_COUNTED = 100_000;

/** Counts what the other nouns store. */
@Injectable()
export class PushStatusRepository {
  constructor(private readonly database: Database) {}

  async devices(organizationId: OrganizationId): Promise<DeviceCounts> {
    const row = await this.database.row<DeviceCounts>(
      `SELECT count(DISTINCT user_id) FILTER (WHERE state = 'registered') AS users,
         count(*) FILTER (WHERE state = 'registered' AND is_encrypted) AS encrypted,
         count(*) FILTER (WHERE state = 'registered' AND NOT is_encrypted) AS "byToken",
         count(*) FILTER (WHERE state = 'waiting') AS waiting,
         count(*) FILTER (WHERE state = 'failed') AS failed
       FROM (
         SELECT user_id, true AS is_encrypted, CASE WHEN device_id IS NOT NULL THEN 'registered'
           WHEN error_code IS NOT NULL THEN 'failed' ELSE 'waiting' END AS state
         FROM push_device WHERE organization_id = $1
         UNION ALL
         SELECT user_id, false, CASE WHEN is_registered THEN 'registered'
           WHEN due_at IS NULL THEN 'failed' ELSE 'waiting' END
         FROM device_token WHERE organization_id = $1 AND is_wanted) AS device`,
      [organizationId],
    );
    return row!;
  }

  async deliveries(organizationId: OrganizationId): Promise<DeliveryCounts> {
    const row = await this.database.row<DeliveryCounts>(
      `SELECT count(*) AS waiting, count(*) FILTER (WHERE attempts > 0) AS repeated,
         count(*) FILTER (WHERE is_refused) AS refused,
         coalesce(extract(epoch FROM now() - min(sent_at)), 0)::float8 AS "oldestSeconds"
       FROM (SELECT attempts, is_refused, sent_at FROM push_delivery WHERE organization_id = $1 LIMIT $2) AS waiting`,
      [organizationId, MAX_COUNTED],
    );
    return row!;
  }
}
