import type { OrganizationId, UserGroupId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

const IS_USED = `(setting.value = to_jsonb($2::bigint) OR setting.value->'direct_subgroups' @> to_jsonb($2::bigint))`;

/** Finds the settings of this context that use a group: as their value, or in their set. */
@Injectable()
export class GroupUseRepository {
  constructor(private readonly database: Database) {}

  /** Ids of the active groups that contain it directly, ascending. */
  async supergroupIds(groupId: UserGroupId): Promise<UserGroupId[]> {
    const rows = await this.database.rows<{ id: UserGroupId }>(
      `SELECT g.id FROM user_group_subgroup s JOIN user_group g ON g.id = s.group_id
        WHERE s.subgroup_id = $1 AND NOT g.deactivated ORDER BY g.id`,
      [groupId],
    );
    return rows.map(({ id }) => id);
  }

  /** The settings of active groups that use it, by group. */
  bySettingsOfGroups(
    organizationId: OrganizationId,
    groupId: UserGroupId,
  ): Promise<{ group_id: UserGroupId; settings: string[] }[]> {
    return this.database.rows(
      `SELECT g.id AS group_id, array_agg(setting.key ORDER BY setting.key) AS settings
        FROM user_group g, jsonb_each(g.permissions) setting
        WHERE g.organization_id = $1 AND NOT g.deactivated AND ${IS_USED} GROUP BY g.id ORDER BY g.id`,
      [organizationId, groupId],
    );
  }

  /** The settings of the organization that use it. */
  async bySettingsOfOrganization(organizationId: OrganizationId, groupId: UserGroupId): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(
      `SELECT setting.key AS name FROM organization o, jsonb_each(o.settings->'permissions') setting
        WHERE o.id = $1 AND ${IS_USED} ORDER BY setting.key`,
      [organizationId, groupId],
    );
    return rows.map(({ name }) => name);
  }
}
