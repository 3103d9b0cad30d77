import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { StoredOrganizationSettings } from './organization';
import type { GroupNode, UserGroup, UserGroupPermissions } from './user-group';

/** `permissions` contains at least the values that differ from the defaults. */
export type UserGroupRow = Omit<UserGroup, 'permissions'> & { readonly permissions: Partial<UserGroupPermissions> };

/** The rows that determine the permissions of an organization, as of one moment. */
export interface GraphRow {
  version: number;
  settings: StoredOrganizationSettings;
  groups: GroupNode[];
  closedAccounts: number[];
}

const NODE = `g.id, g.name, g.is_system AS "isSystem", g.deactivated AS "isDeactivated",
  ARRAY(SELECT m.user_id FROM user_group_member m WHERE m.group_id = g.id ORDER BY m.user_id) AS members,
  ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.id ORDER BY s.subgroup_id) AS subgroups`;
const GRAPH = prepared(`SELECT o.permission_version AS version, o.settings,
    (SELECT coalesce(json_agg(node), '[]') FROM (SELECT ${NODE} FROM user_group g
      WHERE g.organization_id = o.id AND g.permission_version > $2 ORDER BY g.id) node) AS groups,
    (SELECT coalesce(json_agg(u.id), '[]') FROM user_account u WHERE u.organization_id = o.id AND NOT u.is_active)
      AS "closedAccounts"
  FROM organization o WHERE o.id = $1`);
const SELECT = `SELECT g.id, g.name, g.description, g.is_system AS "isSystem", g.deactivated AS "isDeactivated",
  g.creator_id AS "creatorId", g.permissions, floor(extract(epoch FROM g.created_at))::bigint AS "createdAt"
  FROM user_group g WHERE g.organization_id = $1`;

@Injectable()
export class UserGroupRepository {
  constructor(private readonly database: Database) {}

  /**
   * The groups that changed since the given version (-1: all), ascending by id. One statement, so that they belong
   * exactly to the returned version.
   */
  async graph(organizationId: OrganizationId, since: number): Promise<GraphRow> {
    const row = await this.database.row<GraphRow>(GRAPH, [organizationId, since]);
    if (!row) throw new Error(`There is no organization ${organizationId}.`);
    return row;
  }

  /** Raises the organization's permission version and records it as the version of the changed groups. */
  async raiseVersion(organizationId: OrganizationId, groupIds: readonly UserGroupId[]): Promise<void> {
    await this.database.write(
      `WITH raised AS (UPDATE organization SET permission_version = permission_version + 1 WHERE id = $1
          RETURNING permission_version AS version)
        UPDATE user_group g SET permission_version = raised.version FROM raised WHERE g.id = ANY($2::bigint[])`,
      [organizationId, groupIds],
    );
  }

  /** Ascending by id, deactivated groups included. */
  list(organizationId: OrganizationId): Promise<UserGroupRow[]> {
    return this.database.rows<UserGroupRow>(`${SELECT} ORDER BY g.id`, [organizationId]);
  }

  find(organizationId: OrganizationId, id: number): Promise<UserGroupRow | null> {
    return this.database.row<UserGroupRow>(`${SELECT} AND g.id = $2`, [organizationId, id]);
  }

  /** Names are compared ignoring case. */
  findByNames(organizationId: OrganizationId, names: readonly string[]): Promise<UserGroupRow[]> {
    return this.database.rows<UserGroupRow>(
      `${SELECT} AND lower(g.name) = ANY(ARRAY(SELECT lower(given) FROM unnest($2::text[]) given)) ORDER BY g.id`,
      [organizationId, names],
    );
  }

  /** Compares the exact name, also with deactivated groups. */
  async isNameTaken(organizationId: OrganizationId, name: string): Promise<boolean> {
    const statement = 'SELECT 1 FROM user_group WHERE organization_id = $1 AND name = $2';
    return (await this.database.row(statement, [organizationId, name])) !== null;
  }

  async insert(group: {
    organizationId: OrganizationId;
    name: string;
    description: string;
    creatorId: UserId | null;
    permissions: UserGroupPermissions;
  }): Promise<{ id: UserGroupId; createdAt: number }> {
    const { organizationId, name, description, creatorId, permissions } = group;
    const row = await this.database.row<{ id: UserGroupId; createdAt: number }>(
      `INSERT INTO user_group (organization_id, name, description, creator_id, permissions) VALUES ($1, $2, $3, $4, $5)
        RETURNING id, floor(extract(epoch FROM created_at))::bigint AS "createdAt"`,
      [organizationId, name, description, creatorId, JSON.stringify(permissions)],
    );
    return row!;
  }

  async update({ id, name, description, isDeactivated, permissions }: UserGroup): Promise<void> {
    await this.database.write(
      'UPDATE user_group SET name = $2, description = $3, deactivated = $4, permissions = $5 WHERE id = $1',
      [id, name, description, isDeactivated, JSON.stringify(permissions)],
    );
  }

  /** Creates groups in the given order, so that their ids ascend. */
  async insertSystemGroups(
    organizationId: OrganizationId,
    groups: readonly { name: string; description: string; contains: string | null }[],
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO user_group (organization_id, name, description, is_system, permission_version)
        SELECT $1, made.name, made.description, true, 1
        FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS made (name, description, place) ORDER BY made.place`,
      [organizationId, groups.map(({ name }) => name), groups.map(({ description }) => description)],
    );
    const nested = groups.filter(({ contains }) => contains !== null);
    await this.database.write(
      `INSERT INTO user_group_subgroup (group_id, subgroup_id)
        SELECT outer_group.id, inner_group.id FROM unnest($2::text[], $3::text[]) AS pair (name, contains)
        JOIN user_group outer_group ON outer_group.organization_id = $1 AND outer_group.name = pair.name
        JOIN user_group inner_group ON inner_group.organization_id = $1 AND inner_group.name = pair.contains`,
      [organizationId, nested.map(({ name }) => name), nested.map(({ contains }) => contains)],
    );
  }
}
