import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { EmojiKind } from '../emoji/chosen-emoji';
import type { StatusRow, UserStatus } from './user-status';
import { UserStatusEntity } from './user-status.entity';

interface Columns {
  userId: UserId;
  text: string | null;
  name: string | null;
  code: string | null;
  kind: EmojiKind | null;
  isAway: boolean;
}

/** SQL, as a status belongs together with a setting of its user, and as every registration asks for them (ADR 30). */
const IS_AWAY = `coalesce(u.settings->>'presence_enabled' = 'false', false)`;
const SELECT = `SELECT u.id AS "userId", s.status_text AS text, nullif(s.emoji_name, '') AS name, s.emoji_code AS code,
    s.reaction_type AS kind, ${IS_AWAY} AS "isAway"
  FROM user_account u LEFT JOIN user_status s ON s.user_id = u.id`;

@Injectable()
export class UserStatusRepository {
  constructor(
    @InjectRepository(UserStatusEntity) private readonly statuses: Repository<UserStatusEntity>,
    private readonly database: Database,
  ) {}

  async get(userId: UserId): Promise<StatusRow> {
    const row = await this.database.row<Columns>(`${SELECT} WHERE u.id = $1`, [userId]);
    return statusOf(row!);
  }

  /** Which of the users hide their presence. */
  async awayAmong(userIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT u.id FROM user_account u WHERE u.id = ANY ($1::bigint[]) AND ${IS_AWAY} ORDER BY u.id`,
      [userIds],
    );
    return rows.map(({ id }) => id);
  }

  /** The statuses of active users who have one. */
  async list(organizationId: OrganizationId): Promise<StatusRow[]> {
    const rows = await this.database.rows<Columns>(
      `${SELECT} WHERE u.organization_id = $1 AND u.is_active AND (s.user_id IS NOT NULL OR ${IS_AWAY})`,
      [organizationId],
    );
    return rows.map(statusOf);
  }

  /** An empty status has no row. */
  async write(organizationId: OrganizationId, userId: UserId, { text, emoji }: UserStatus): Promise<void> {
    if (text === '' && !emoji) {
      await this.statuses.delete({ userId });
      return;
    }
    const { name: emojiName = '', code: emojiCode = '', kind: reactionType = '' } = emoji ?? {};
    const status = { userId, organizationId, statusText: text, emojiName, emojiCode, reactionType };
    await this.statuses.upsert(status, ['userId']);
  }
}

const statusOf = ({ userId, text, name, code, kind, isAway }: Columns): StatusRow => ({
  userId,
  text: text ?? '',
  emoji: name === null ? null : { name, code: code!, kind: kind! },
  isAway,
});
