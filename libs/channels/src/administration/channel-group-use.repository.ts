import type { ChannelId, OrganizationId, UserGroupId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Finds the settings of channels that use a group: as their value, or in their set. */
@Injectable()
export class ChannelGroupUseRepository {
  constructor(private readonly database: Database) {}

  /** The settings that use the group, by channel, without archived channels. Ascending. One statement. */
  list(organizationId: OrganizationId, groupId: UserGroupId): Promise<{ channel_id: ChannelId; settings: string[] }[]> {
    return this.database.rows(
      `SELECT c.id AS channel_id, array_agg(setting.key ORDER BY setting.key) AS settings
        FROM channel c, jsonb_each(c.permissions) setting
        WHERE c.organization_id = $1 AND NOT c.is_archived
          AND (setting.value = to_jsonb($2::bigint) OR setting.value->'direct_subgroups' @> to_jsonb($2::bigint))
        GROUP BY c.id ORDER BY c.id`,
      [organizationId, groupId],
    );
  }
}
