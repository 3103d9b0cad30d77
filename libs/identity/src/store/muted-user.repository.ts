import type { OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Somebody who is muted, and since when: UNIX seconds. */
export interface MutedUser {
  readonly id: UserId;
  readonly timestamp: number;
}

/** Who mutes whom in an organization, with the rendering version that it belongs to. */
export interface MutingRows {
  id: OrganizationId;
  version: number;
  pairs: { userId: UserId; mutedUserId: UserId }[];
}

const OF_ORGANIZATION = prepared(`SELECT o.id, o.rendering_version AS version,
    coalesce((SELECT json_agg(json_build_object('userId', m.user_id, 'mutedUserId', m.muted_user_id))
      FROM muted_user m WHERE m.organization_id = o.id), '[]') AS pairs
  FROM organization o WHERE o.id = $1`);

@Injectable()
export class MutedUserRepository {
  constructor(private readonly database: Database) {}

  async ofOrganization(organizationId: OrganizationId): Promise<MutingRows> {
    const row = await this.database.row<MutingRows>(OF_ORGANIZATION, [organizationId]);
    if (!row) throw new Error(`There is no organization ${organizationId}.`);
    return row;
  }

  /** Those first who have been muted for longest. */
  list(userId: UserId): Promise<MutedUser[]> {
    return this.database.rows<MutedUser>(
      `SELECT muted_user_id AS id, floor(extract(epoch FROM muted_at))::bigint AS timestamp FROM muted_user
        WHERE user_id = $1 ORDER BY muted_at, muted_user_id`,
      [userId],
    );
  }

  /** False: he was muted already. */
  async insert(organizationId: OrganizationId, userId: UserId, mutedUserId: UserId): Promise<boolean> {
    const written = await this.database.write(
      `INSERT INTO muted_user (organization_id, user_id, muted_user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [organizationId, userId, mutedUserId],
    );
    return written > 0;
  }

  /** False: he was not muted. */
  async remove(userId: UserId, mutedUserId: number): Promise<boolean> {
    const written = await this.database.write('DELETE FROM muted_user WHERE user_id = $1 AND muted_user_id = $2', [
      userId,
      mutedUserId,
    ]);
    return written > 0;
  }
}
