import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EXPORT_SECTIONS, type ExportConsent, type ExportFile, type OrganizationExport } from './organization-export';
import { ROLE } from '../roles/role';

const SELECT = `SELECT id, actor_id AS "actorId", type, extract(epoch FROM requested_at)::float8 AS "requestedAt",
  extract(epoch FROM failed_at)::float8 AS "failedAt", extract(epoch FROM ready_at)::float8 AS "readyAt",
  extract(epoch FROM deleted_at)::float8 AS "deletedAt" FROM organization_export`;

/** Clients show the exports in a table. Older ones are kept but not listed. */
const MAX_LISTED = 100;

@Injectable()
export class OrganizationExportRepository {
  constructor(private readonly database: Database) {}

  /** The newest exports, ascending. */
  async list(organizationId: OrganizationId): Promise<OrganizationExport[]> {
    const rows = await this.database.rows<OrganizationExport>(
      `${SELECT} WHERE organization_id = $1 ORDER BY id DESC LIMIT $2`,
      [organizationId, MAX_LISTED],
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

  /** Inserts an export for the worker. Returns its id. */
  async insert(organizationId: OrganizationId, actorId: UserId, type: number): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO organization_export (organization_id, actor_id, type, section, due_at) VALUES ($1, $2, $3, $4, now())
       RETURNING id`,
      [organizationId, actorId, type, EXPORT_SECTIONS[0]],
    );
    return row!.id;
  }

  /** The worker removes the files afterwards. */
  async noteDeleted(id: number): Promise<void> {
    await this.database.write('UPDATE organization_export SET deleted_at = now(), due_at = now() WHERE id = $1', [id]);
  }

  /** The complete files of an export, in their order. */
  files(id: number, after: number, limit: number): Promise<ExportFile[]> {
    return this.database.rows(
      `SELECT id, name, file_key AS "fileKey", size FROM organization_export_file
       WHERE export_id = $1 AND id > $2 AND size IS NOT NULL ORDER BY id LIMIT $3`,
      [id, after, limit],
    );
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
