import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Repository } from 'typeorm';
import type { ProfileData } from '../users/profile-data';
import { ProfileValueEntity } from './profile-value.entity';

export interface ProfileValueRow {
  readonly fieldId: number;
  readonly value: string;
  /** The HTML; `null`: the value is shown unchanged. */
  readonly rendered: string | null;
}

@Injectable()
export class ProfileValueRepository {
  constructor(
    @InjectRepository(ProfileValueEntity) private readonly values: Repository<ProfileValueEntity>,
    private readonly database: Database,
  ) {}

  /**
   * The values of all users who have one; `userIds` `null`: of the whole organization.
   * SQL puts the profile of each user together.
   */
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

  async list(userId: UserId): Promise<ProfileValueRow[]> {
    const rows = await this.values.findBy({ userId });
    return rows.map(({ fieldId, value, renderedValue }) => ({ fieldId, value, rendered: renderedValue }));
  }

  async write(organizationId: OrganizationId, userId: UserId, values: readonly ProfileValueRow[]): Promise<void> {
    if (values.length === 0) return;
    const rows = values.map(({ rendered, ...row }) => ({ organizationId, userId, ...row, renderedValue: rendered }));
    await this.values.upsert(rows, ['userId', 'fieldId']);
  }

  async remove(userId: UserId, fieldIds: readonly number[]): Promise<void> {
    if (fieldIds.length > 0) await this.values.delete({ userId, fieldId: Any(fieldIds) });
  }

  /** Removes some values of a field. Returns the affected users, ascending: SQL says whose they were. */
  async removeWords(fieldId: number, words: readonly string[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `DELETE FROM profile_value WHERE field_id = $1 AND value = ANY ($2::text[]) RETURNING user_id AS "userId"`,
      [fieldId, words],
    );
    return rows.map(({ userId }) => userId).sort((one, other) => one - other);
  }
}
