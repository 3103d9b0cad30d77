import type { OrganizationId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { GroupSetting } from '../roles/group-setting';
import type { OrganizationPictures, PushStatus, StoredOrganizationSettings } from './organization';
import type { OrganizationSettings } from './organization-settings';
import type { OrganizationSettingName } from '../roles/setting-tables';
import type { SystemGroupIds } from '../roles/system-groups';
import { ORGANIZATION_AT_HOST, PlaceOfRequest, placeParameters } from './organization-at-host.sql';

/** An organization as it is stored; `systemGroups` is `null` until they are created. */
export interface OrganizationRow {
  id: OrganizationId;
  uuid: string;
  name: string;
  host: string;
  description: string;
  settings: StoredOrganizationSettings;
  pictures: OrganizationPictures;
  userDefaults: Record<string, unknown>;
  pushStatus: PushStatus | null;
  isDeactivated: boolean;
  version: number;
  linkifierVersion: number;
  emojiVersion: number;
  createdAt: number;
  /** The oldest organization has the server's own address. */
  isFirst: boolean;
  systemGroups: SystemGroupIds | null;
}

interface OrganizationUpdate {
  name?: string | null;
  description?: string | null;
  settings: Partial<OrganizationSettings>;
  permissions: Partial<Record<OrganizationSettingName, GroupSetting>>;
}

const SELECT = `SELECT o.id, o.uuid, o.name, o.host, o.description, o.settings, o.pictures, o.permission_version AS version,
  o.user_defaults AS "userDefaults", o.push_status AS "pushStatus",
  o.deactivated_at IS NOT NULL AS "isDeactivated",
  o.linkifier_version AS "linkifierVersion", o.emoji_version AS "emojiVersion",
  floor(extract(epoch FROM o.created_at) * 1000)::bigint AS "createdAt",
  o.id = (SELECT min(id) FROM organization) AS "isFirst",
  (SELECT json_object_agg(g.name, g.id) FROM user_group g WHERE g.organization_id = o.id AND g.is_system) AS "systemGroups"
  FROM organization o`;
const GET = prepared(`${SELECT} WHERE o.id = $1`);
const AT_HOST = prepared(`${SELECT} WHERE o.id = (${ORGANIZATION_AT_HOST})`);
const LIST = `${SELECT} ORDER BY o.id`;

@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database) {}

  async get(id: OrganizationId): Promise<OrganizationRow> {
    const row = await this.database.row<OrganizationRow>(GET, [id]);
    if (!row) throw new Error(`There is no organization ${id}.`);
    return row;
  }

  findAt(place: PlaceOfRequest): Promise<OrganizationRow | null> {
    return this.database.row<OrganizationRow>(AT_HOST, placeParameters(place));
  }

  list(): Promise<OrganizationRow[]> {
    return this.database.rows<OrganizationRow>(LIST);
  }

  async version(id: OrganizationId): Promise<number> {
    const row = await this.database.row<{ version: number }>(
      'SELECT permission_version AS version FROM organization WHERE id = $1',
      [id],
    );
    if (!row) throw new Error(`There is no organization ${id}.`);
    return row.version;
  }

  async isHostTaken(host: string): Promise<boolean> {
    return (await this.database.row('SELECT 1 FROM organization WHERE host = $1', [host])) !== null;
  }

  async insert(name: string, host: string): Promise<OrganizationId> {
    const row = await this.database.row<{ id: OrganizationId }>(
      'INSERT INTO organization (name, host) VALUES ($1, $2) RETURNING id',
      [name, host],
    );
    return row!.id;
  }

  /** Called in the transaction of each change to settings, permissions, roles or groups. */
  async raiseVersion(id: OrganizationId): Promise<void> {
    await this.database.write('UPDATE organization SET permission_version = permission_version + 1 WHERE id = $1', [
      id,
    ]);
  }

  /**
   * For nodes of the previous version, which know only this version number for linkifiers and emoji. Called in the
   * transaction of each change to these.
   */
  async raiseRenderingVersion(id: OrganizationId): Promise<void> {
    await this.database.write('UPDATE organization SET rendering_version = rendering_version + 1 WHERE id = $1', [id]);
  }

  /** Changes only the given settings and raises the permission version. */
  async update(
    id: OrganizationId,
    { name = null, description = null, settings, permissions }: OrganizationUpdate,
  ): Promise<void> {
    await this.database.write(
      `UPDATE organization SET name = coalesce($2, name), description = coalesce($3, description),
          settings = settings || $4::jsonb
            || jsonb_build_object('permissions', coalesce(settings->'permissions', '{}') || $5::jsonb),
          permission_version = permission_version + 1
        WHERE id = $1`,
      [id, name, description, JSON.stringify(settings), JSON.stringify(permissions)],
    );
  }

  /** Stores all pictures and raises the permission version, by which organizations are cached. */
  async updatePictures(id: OrganizationId, pictures: OrganizationPictures): Promise<void> {
    await this.database.write(
      'UPDATE organization SET pictures = $2, permission_version = permission_version + 1 WHERE id = $1',
      [id, JSON.stringify(pictures)],
    );
  }

  /** Raises the permission version, by which organizations are cached. */
  async updatePushStatus(id: OrganizationId, status: PushStatus): Promise<void> {
    await this.database.write(
      'UPDATE organization SET push_status = $2, permission_version = permission_version + 1 WHERE id = $1',
      [id, JSON.stringify(status)],
    );
  }

  /** Raises the permission version. */
  async updateActivity(id: OrganizationId, isActive: boolean): Promise<void> {
    await this.database.write(
      `UPDATE organization SET deactivated_at = CASE WHEN $2 THEN NULL ELSE now() END,
          permission_version = permission_version + 1
        WHERE id = $1`,
      [id, isActive],
    );
  }

  /** Changes only the given defaults and raises the permission version. */
  async updateUserDefaults(id: OrganizationId, defaults: Readonly<Record<string, unknown>>): Promise<void> {
    await this.database.write(
      `UPDATE organization SET user_defaults = user_defaults || $2::jsonb, permission_version = permission_version + 1
        WHERE id = $1`,
      [id, JSON.stringify(defaults)],
    );
  }
}
