import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { GroupSetting } from '../domain/group-setting';
import type { StoredOrganizationSettings } from '../domain/organization';
import type { GroupNode } from '../domain/permission-graph';
import type { UserGroupSettingName } from '../domain/setting-tables';

export interface UserGroupRow extends GroupNode {
  readonly description: string;
  readonly creatorId: UserId | null;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly permissions: Partial<Record<UserGroupSettingName, GroupSetting>>;
}

/** All of an organization that permissions are decided by, as of one moment. */
export interface GraphRow {
  version: number;
  settings: StoredOrganizationSettings;
  groups: GroupNode[];
}

const CONTENTS = `
  ARRAY(SELECT m.user_id FROM user_group_member m WHERE m.group_id = g.id ORDER BY m.user_id) AS members,
  ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.id ORDER BY s.subgroup_id) AS subgroups`;
const NODE = `g.id, g.name, g.is_system AS "isSystem", g.deactivated AS "isDeactivated", ${CONTENTS}`;

@Injectable()
export class UserGroupRepository {
  constructor(private readonly database: Database) {}

  /** One statement, so that the groups are those of exactly that version. */
  async graph(organizationId: OrganizationId): Promise<GraphRow> {
    const row = await this.database.row<GraphRow>(
      `SELECT o.permission_version AS version, o.settings,
          (SELECT coalesce(json_agg(node), '[]') FROM (SELECT ${NODE} FROM user_group g WHERE g.organization_id = o.id) node)
            AS groups
        FROM organization o WHERE o.id = $1`,
      [organizationId],
    );
    if (!row) throw new Error(`There is no organization ${organizationId}.`);
    return row;
  }

  /** Ascending by id, deactivated groups included. Members of custom groups are the active ones. */
  list(organizationId: OrganizationId): Promise<UserGroupRow[]> {
    return this.database.rows<UserGroupRow>(
      `SELECT g.id, g.name, g.description, g.is_system AS "isSystem", g.deactivated AS "isDeactivated",
          g.creator_id AS "creatorId", g.permissions, floor(extract(epoch FROM g.created_at))::bigint AS "createdAt",
          ARRAY(SELECT m.user_id FROM user_group_member m JOIN user_account u ON u.id = m.user_id
            WHERE m.group_id = g.id AND u.is_active ORDER BY m.user_id) AS members,
          ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.id ORDER BY s.subgroup_id) AS subgroups
        FROM user_group g WHERE g.organization_id = $1 ORDER BY g.id`,
      [organizationId],
    );
  }

  findByNames(
    organizationId: OrganizationId,
    names: readonly string[],
  ): Promise<{ id: UserGroupId; name: string; description: string; isSystem: boolean; isDeactivated: boolean }[]> {
    return this.database.rows(
      `SELECT id, name, description, is_system AS "isSystem", deactivated AS "isDeactivated" FROM user_group
        WHERE organization_id = $1 AND lower(name) = ANY(ARRAY(SELECT lower(given) FROM unnest($2::text[]) given)) ORDER BY id`,
      [organizationId, names],
    );
  }

  /** Makes groups in the given order, so that their ids ascend in it. */
  async insertSystemGroups(
    organizationId: OrganizationId,
    groups: readonly { name: string; description: string; contains: string | null }[],
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO user_group (organization_id, name, description, is_system)
        SELECT $1, made.name, made.description, true
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
