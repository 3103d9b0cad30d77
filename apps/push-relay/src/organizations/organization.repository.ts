import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Organization, OrganizationSummary } from './organization';

const FIND = prepared(
  `SELECT id, name, disabled_at IS NOT NULL AS "isDisabled", key_hash AS "keyHash"
   FROM relay_organization WHERE id = $1`,
);

@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database) {}

  find(id: string): Promise<(Organization & { keyHash: Buffer }) | null> {
    return this.database.row(FIND, [id]);
  }

  list(): Promise<OrganizationSummary[]> {
    return this.database.rows(
      `SELECT id, name, disabled_at IS NOT NULL AS "isDisabled", created_at AS "createdAt",
         (SELECT count(*) FROM relay_realm WHERE organization_id = relay_organization.id) AS realms,
         (SELECT count(*) FROM relay_device JOIN relay_realm ON relay_realm.uuid = relay_device.realm_uuid
          WHERE organization_id = relay_organization.id) AS devices
       FROM relay_organization ORDER BY created_at, id`,
    );
  }

  /** False: there is one of that name. */
  async insert(id: string, name: string, keyHash: Buffer): Promise<boolean> {
    const text =
      'INSERT INTO relay_organization (id, name, key_hash) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING';
    return (await this.database.write(text, [id, name, keyHash])) === 1;
  }

  /** False: there is no such organization. */
  async setKey(id: string, keyHash: Buffer): Promise<boolean> {
    const text = 'UPDATE relay_organization SET key_hash = $2 WHERE id = $1';
    return (await this.database.write(text, [id, keyHash])) === 1;
  }

  /** False: there is no such organization. */
  async setDisabled(id: string, isDisabled: boolean): Promise<boolean> {
    const text = `UPDATE relay_organization SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, now()) END
                  WHERE id = $1`;
    return (await this.database.write(text, [id, isDisabled])) === 1;
  }

  /**
   * Removes the organization with its realms, devices and quota. Its deliveries are removed within a day. `false`:
   * there is none.
   */
  async remove(id: string): Promise<boolean> {
    return (await this.database.write('DELETE FROM relay_organization WHERE id = $1', [id])) === 1;
  }
}
