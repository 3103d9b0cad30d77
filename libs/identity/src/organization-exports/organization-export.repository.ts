import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ExportConsent, OrganizationExport } from './organization-export';
import { ROLE } from '../roles/role';

const SELECT = `SELECT id, actor_id AS "actorId", type, extract(epoch FROM requested_at)::float8 AS "requestedAt",
  extract(epoch FROM failed_at)::float8 AS "failedAt" FROM organization_export`;

/** Clients show the exports in a table. Older ones are kept but not listed. */
const MOST_LISTED = 100;

@Injectable()
export class OrganizationExportRepository {
  constructor(private readonly database: Database) {}

  /** The newest exports, ascending. */
  async list(organizationId: OrganizationId): Promise<OrganizationExport[]> {
    const rows = await this.database.rows<OrganizationExport>(
      `${SELECT} WHERE organization_id = $1 ORDER BY id DESC LIMIT $2`,
      [organizationId, MOST_LISTED],
    );
    return rows.reverse();
  }

  find(organizationId: OrganizationId, id: number): Promise<OrganizationExport | null> {
    return this.database.row(`${SELECT} WHERE organization_id = $1 AND id = $2`, [organizationId, id]);
  }

  async countSince(organizationId: OrganizationId, days: number): Promise<number> {
    const row = await this.database.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM organization_export
        WHERE organization_id = $1 AND requested_at > now() - make_interval(days => $2)`,
      [organizationId, days],
    );
    return row!.count;
  }

  /** Inserts an export that has already failed. Returns its id. */
  async insertFailed(organizationId: OrganizationId, actorId: UserId, type: number): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO organization_export (organization_id, actor_id, type, failed_at) VALUES ($1, $2, $3, now())
       RETURNING id`,
      [organizationId, actorId, type],
    );
    return row!.id;
  }

  /** The consents of active users, by id. */
  consents(organizationId: OrganizationId): Promise<ExportConsent[]> {
    return this.database.rows(
      `SELECT id AS "userId", coalesce((settings ->> 'allow_private_data_export')::boolean, false) AS "isGiven",
         email_address_visibility AS "emailAddressVisibility" FROM user_account
        WHERE organization_id = $1 AND is_active AND NOT is_bot ORDER BY id`,
      [organizationId],
    );
  }

  async hasConsentingOwner(organizationId: OrganizationId): Promise<boolean> {
    const row = await this.database.row<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM user_account
        WHERE organization_id = $1 AND is_active AND NOT is_bot AND role = $2
          AND (settings ->> 'allow_private_data_export')::boolean) AS found`,
      [organizationId, ROLE.owner],
    );
    return row!.found;
  }
}
