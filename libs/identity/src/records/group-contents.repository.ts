import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Role } from '../roles/role';

/** All users with one role in an organization. Full and new members are separate. */
export interface RoleMembers {
  role: Role;
  isFull: boolean;
  /** Ascending; active accounts without system bots. */
  ids: UserId[];
}

const ROLES_VERSION = prepared(
  `SELECT people_version || ' ' || full_members_as_of AS version FROM organization WHERE id = $1`,
);

/**
 * The contents of user groups: members and subgroups of custom groups, and the roles of which system groups consist.
 */
@Injectable()
export class GroupContentsRepository {
  constructor(private readonly database: Database) {}

  async addMembers(groupId: UserGroupId, userIds: readonly UserId[]): Promise<void> {
    await this.change(
      'INSERT INTO user_group_member (group_id, user_id) SELECT $1, unnest($2::bigint[])',
      groupId,
      userIds,
    );
  }

  async removeMembers(groupId: UserGroupId, userIds: readonly UserId[]): Promise<void> {
    await this.change(
      'DELETE FROM user_group_member WHERE group_id = $1 AND user_id = ANY($2::bigint[])',
      groupId,
      userIds,
    );
  }

  async addSubgroups(groupId: UserGroupId, ids: readonly UserGroupId[]): Promise<void> {
    await this.change(
      'INSERT INTO user_group_subgroup (group_id, subgroup_id) SELECT $1, unnest($2::bigint[])',
      groupId,
      ids,
    );
  }

  async removeSubgroups(groupId: UserGroupId, ids: readonly UserGroupId[]): Promise<void> {
    await this.change(
      'DELETE FROM user_group_subgroup WHERE group_id = $1 AND subgroup_id = ANY($2::bigint[])',
      groupId,
      ids,
    );
  }

  /** The users of each role. Full members are counted as of the moment for which clients were last told. */
  roles(organizationId: OrganizationId, waitingPeriodDays: number): Promise<RoleMembers[]> {
    return this.database.rows<RoleMembers>(
      `SELECT u.role, $2 <= 0 OR u.date_joined <= o.full_members_as_of - $2 * interval '24 hours' AS "isFull",
          json_agg(u.id ORDER BY u.id) AS ids
        FROM user_account u JOIN organization o ON o.id = u.organization_id
        WHERE u.organization_id = $1 AND u.is_active AND NOT u.is_system_bot GROUP BY 1, 2`,
      [organizationId, waitingPeriodDays],
    );
  }

  /** A text that changes whenever `roles` may return something else for the same waiting period. */
  async rolesVersion(organizationId: OrganizationId): Promise<string> {
    const row = await this.database.row<{ version: string }>(ROLES_VERSION, [organizationId]);
    return row!.version;
  }

  private async change(statement: string, groupId: UserGroupId, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.database.write(statement, [groupId, ids]);
  }
}
