import type { OrganizationId, UserGroupId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

const IS_USED = `(setting.value = to_jsonb($2::bigint) OR setting.value->'direct_subgroups' @> to_jsonb($2::bigint))`;

/** Where identity itself uses a group: as that setting, or named in its set. */
@Injectable()
export class GroupUseRepository {
  constructor(private readonly database: Database) {}

  /** Ascending ids of the active groups that directly contain it. */
  async supergroupIds(groupId: UserGroupId): Promise<UserGroupId[]> {
    const rows = await this.database.rows<{ id: UserGroupId }>(
      `SELECT g.id FROM user_group_subgroup s JOIN user_group g ON g.id = s.group_id
        WHERE s.subgroup_id = $1 AND NOT g.deactivated ORDER BY g.id`,
      [groupId],
    );
    return rows.map(({ id }) => id);
  }

  /** The settings of active groups that it is in, by group. */
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

  /** The organization's settings that it is in. */
  async bySettingsOfOrganization(organizationId: OrganizationId, groupId: UserGroupId): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(
      `SELECT setting.key AS name FROM organization o, jsonb_each(o.settings->'permissions') setting
        WHERE o.id = $1 AND ${IS_USED} ORDER BY setting.key`,
      [organizationId, groupId],
    );
    return rows.map(({ name }) => name);
  }
}
