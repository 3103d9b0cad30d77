import type { OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Settings that differ from the defaults, by their names on the wire. */
export type StoredSettings = Record<string, unknown>;

const POLICY = "settings ->> 'resolved_topic_notice_auto_read_policy'";
const PERSON = 'organization_id = $1 AND is_active AND NOT is_bot';

/** Two statements in one, so that each uses its index: few people have chosen `never`, and few follow a topic. */
export const KEEPING_RESOLUTIONS = prepared(`SELECT id FROM (
    SELECT id FROM user_account WHERE ${PERSON} AND ${POLICY} = 'never'
    UNION ALL
    SELECT id FROM user_account WHERE ${PERSON} AND id = ANY ($2::bigint[]) AND coalesce(${POLICY}, $3) = 'except_followed'
  ) keeping ORDER BY id`);

@Injectable()
export class PersonalSettingsRepository {
  constructor(private readonly database: Database) {}

  /** The settings of the accounts that exist. */
  list(
    organizationId: OrganizationId,
    userIds: readonly UserId[],
  ): Promise<{ id: UserId; settings: StoredSettings }[]> {
    return this.database.rows(
      `SELECT id, settings || jsonb_build_object('timezone', timezone, 'email_address_visibility', email_address_visibility)
          AS settings
        FROM user_account WHERE organization_id = $1 AND id = ANY ($2::bigint[])`,
      [organizationId, userIds],
    );
  }

  /** Which of the accounts are active and did not turn off a setting that is on by default; ascending. */
  async activeWith(
    organizationId: OrganizationId,
    userIds: readonly UserId[],
    setting: string,
    among: 'all' | 'people' = 'all',
  ): Promise<UserId[]> {
    if (userIds.length === 0) return [];
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT id FROM user_account
        WHERE organization_id = $1 AND id = ANY ($2::bigint[]) AND is_active AND NOT (is_bot AND $4)
          AND coalesce((settings ->> $3)::boolean, true) ORDER BY id`,
      [organizationId, userIds, setting, among === 'people'],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Active people, without bots, who never want notices of resolved topics marked as read, or want so for topics that they
   * follow; ascending.
   */
  async keepingResolutionsUnread(
    organizationId: OrganizationId,
    followerIds: readonly UserId[],
    byDefault: string,
  ): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(KEEPING_RESOLUTIONS, [
      organizationId,
      followerIds,
      byDefault,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Other settings stay as they are. */
  async update(userId: UserId, settings: StoredSettings): Promise<void> {
    await this.database.write('UPDATE user_account SET settings = settings || $2::jsonb WHERE id = $1', [
      userId,
      JSON.stringify(settings),
    ]);
  }

  async updateTimeZone(userId: UserId, name: string): Promise<void> {
    await this.database.write('UPDATE user_account SET timezone = $2 WHERE id = $1', [userId, name]);
  }
}
