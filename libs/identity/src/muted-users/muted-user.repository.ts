import type { OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { MutedUserEntity } from './muted-user.entity';

/** A muted user, and the time of muting in UNIX seconds. */
export interface MutedUser {
  readonly id: UserId;
  readonly timestamp: number;
}

/** SQL, as sends and the presence of users ask for them (ADR 30). */
const MUTERS = prepared('SELECT user_id AS id FROM muted_user WHERE muted_user_id = $1');
const ESTRANGED = prepared(`SELECT user_id AS id FROM muted_user WHERE muted_user_id = $1
  UNION SELECT muted_user_id FROM muted_user WHERE user_id = $1`);

@Injectable()
export class MutedUserRepository {
  constructor(
    @InjectRepository(MutedUserEntity) private readonly mutes: Repository<MutedUserEntity>,
    private readonly database: Database,
  ) {}

  /** The users who have muted the user. */
  async mutersOf(userId: UserId): Promise<UserId[]> {
    return (await this.database.rows<{ id: UserId }>(MUTERS, [userId])).map(({ id }) => id);
  }

  /** The users who have muted the user, and the users whom the user has muted. */
  async estrangedFrom(userId: UserId): Promise<UserId[]> {
    return (await this.database.rows<{ id: UserId }>(ESTRANGED, [userId])).map(({ id }) => id);
  }

  /** Ordered by time of muting, oldest first. SQL, as every registration asks for it (ADR 30). */
  list(userId: UserId): Promise<MutedUser[]> {
    return this.database.rows<MutedUser>(
      `SELECT muted_user_id AS id, floor(extract(epoch FROM muted_at))::bigint AS timestamp FROM muted_user
        WHERE user_id = $1 ORDER BY muted_at, muted_user_id`,
      [userId],
    );
  }

  /** `false`: the user was already muted. SQL says so in the statement that writes. */
  async insert(organizationId: OrganizationId, userId: UserId, mutedUserId: UserId): Promise<boolean> {
    const written = await this.database.write(
      `INSERT INTO muted_user (organization_id, user_id, muted_user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [organizationId, userId, mutedUserId],
    );
    return written > 0;
  }

  /** `false`: the user was not muted. */
  async remove(userId: UserId, mutedUserId: number): Promise<boolean> {
    return (await this.mutes.delete({ userId, mutedUserId: mutedUserId as UserId })).affected === 1;
  }
}
