import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LinkedAccount } from './run-plan';

/** What a synchronisation counted. */
export interface RunCounts {
  readonly seen: number;
  readonly changed: number;
  readonly wouldDeactivate: number;
}

@Injectable()
export class DirectoryRunRepository {
  constructor(private readonly database: Database) {}

  /** The accounts of the provider. Ascending by user id. */
  accounts(providerId: number, organizationId: OrganizationId): Promise<LinkedAccount[]> {
    return this.database.rows<LinkedAccount>(
      `SELECT e.subject, u.id AS "userId", u.delivery_email AS address, u.full_name AS "fullName", u.role::int AS role,
          u.is_active AS "isActive", e.deactivated_at IS NOT NULL AS "isEndedHere"
        FROM external_identity e JOIN user_account u ON u.id = e.user_id
        WHERE e.provider_id = $1 AND u.organization_id = $2 ORDER BY u.id`,
      [providerId, organizationId],
    );
  }

  /** Notes that the provider has deactivated the account, or has reactivated it. */
  async noteEnded(providerId: number, userId: UserId, isEnded: boolean): Promise<void> {
    await this.database.write(
      `UPDATE external_identity SET deactivated_at = CASE WHEN $3 THEN now() END WHERE provider_id = $1 AND user_id = $2`,
      [providerId, userId, isEnded],
    );
  }

  /** Earlier runs that have not ended were interrupted. */
  async begin(providerId: number): Promise<number> {
    await this.database.write(
      `UPDATE directory_run SET ended_at = now(), outcome = 'interrupted' WHERE provider_id = $1 AND ended_at IS NULL`,
      [providerId],
    );
    const row = await this.database.row<{ id: number }>(
      'INSERT INTO directory_run (provider_id) VALUES ($1) RETURNING id',
      [providerId],
    );
    return row!.id;
  }

  async end(id: number, { seen, changed, wouldDeactivate }: RunCounts, outcome: string): Promise<void> {
    await this.database.write(
      `UPDATE directory_run SET ended_at = now(), seen = $2, changed = $3, would_deactivate = $4, outcome = $5
        WHERE id = $1`,
      [id, seen, changed, wouldDeactivate, outcome],
    );
  }
}
