import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { EmojiKind } from '../emoji/chosen-emoji';
import type { StatusRow, UserStatus } from './user-status';

interface Columns {
  userId: UserId;
  text: string | null;
  name: string | null;
  code: string | null;
  kind: EmojiKind | null;
  isAway: boolean;
}

const IS_AWAY = `coalesce(u.settings->>'presence_enabled' = 'false', false)`;
const SELECT = `SELECT u.id AS "userId", s.status_text AS text, nullif(s.emoji_name, '') AS name, s.emoji_code AS code,
    s.reaction_type AS kind, ${IS_AWAY} AS "isAway"
  FROM user_account u LEFT JOIN user_status s ON s.user_id = u.id`;

@Injectable()
export class UserStatusRepository {
  constructor(private readonly database: Database) {}

  async get(userId: UserId): Promise<StatusRow> {
    const row = await this.database.row<Columns>(`${SELECT} WHERE u.id = $1`, [userId]);
    return statusOf(row!);
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
      await this.database.write('DELETE FROM user_status WHERE user_id = $1', [userId]);
      return;
    }
    await this.database.write(
      `INSERT INTO user_status (user_id, organization_id, status_text, emoji_name, emoji_code, reaction_type)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (user_id) DO UPDATE SET status_text = excluded.status_text, emoji_name = excluded.emoji_name,
          emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`,
      [userId, organizationId, text, emoji?.name ?? '', emoji?.code ?? '', emoji?.kind ?? ''],
    );
  }
}

const statusOf = ({ userId, text, name, code, kind, isAway }: Columns): StatusRow => ({
  userId,
  text: text ?? '',
  emoji: name === null ? null : { name, code: code!, kind: kind! },
  isAway,
});
