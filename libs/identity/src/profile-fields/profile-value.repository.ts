import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ProfileData } from '../users/profile-data';

export interface ProfileValueRow {
  readonly fieldId: number;
  readonly value: string;
  /** The HTML; `null`: the value is shown unchanged. */
  readonly rendered: string | null;
}

@Injectable()
export class ProfileValueRepository {
  constructor(private readonly database: Database) {}

  /** The values of all users who have one; `userIds` `null`: of the whole organization. */
  profiles(
    organizationId: OrganizationId,
    userIds: readonly UserId[] | null,
  ): Promise<{ userId: UserId; profile: ProfileData }[]> {
    return this.database.rows(
      `SELECT user_id AS "userId", json_object_agg(field_id, CASE WHEN rendered_value IS NULL
            THEN json_build_object('value', value)
            ELSE json_build_object('value', value, 'rendered_value', rendered_value) END) AS profile
        FROM profile_value WHERE organization_id = $1 AND ($2::bigint[] IS NULL OR user_id = ANY ($2)) GROUP BY user_id`,
      [organizationId, userIds],
    );
  }

  list(userId: UserId): Promise<ProfileValueRow[]> {
    return this.database.rows<ProfileValueRow>(
      'SELECT field_id AS "fieldId", value, rendered_value AS rendered FROM profile_value WHERE user_id = $1',
      [userId],
    );
  }

  async write(organizationId: OrganizationId, userId: UserId, values: readonly ProfileValueRow[]): Promise<void> {
    if (values.length === 0) return;
    await this.database.write(
      `INSERT INTO profile_value (organization_id, user_id, field_id, value, rendered_value)
        SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::text[])
        ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered_value = excluded.rendered_value`,
      [
        organizationId,
        userId,
        values.map(({ fieldId }) => fieldId),
        values.map(({ value }) => value),
        values.map(({ rendered }) => rendered),
      ],
    );
  }

  async remove(userId: UserId, fieldIds: readonly number[]): Promise<void> {
    if (fieldIds.length === 0) return;
    await this.database.write('DELETE FROM profile_value WHERE user_id = $1 AND field_id = ANY ($2::bigint[])', [
      userId,
      fieldIds,
    ]);
  }

  /** Removes some values of a field. Returns the affected users, ascending. */
  async removeWords(fieldId: number, words: readonly string[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `DELETE FROM profile_value WHERE field_id = $1 AND value = ANY ($2::text[]) RETURNING user_id AS "userId"`,
      [fieldId, words],
    );
    return rows.map(({ userId }) => userId).sort((one, other) => one - other);
  }
}
