import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { BotSettings } from './bot';

const SETTINGS = `user_id AS "userId", default_sending_channel_id AS "defaultSendingChannelId",
  default_events_channel_id AS "defaultEventsChannelId", default_all_public_channels AS "defaultAllPublicChannels"`;

@Injectable()
export class BotRepository {
  constructor(private readonly database: Database) {}

  /** Makes the existing account a bot of the owner. */
  async insert(organizationId: OrganizationId, ownerId: UserId, settings: BotSettings): Promise<void> {
    await this.changeOwner(settings.userId, ownerId);
    await this.save(organizationId, settings);
  }

  async save(organizationId: OrganizationId, settings: BotSettings): Promise<void> {
    await this.database.write(
      `INSERT INTO bot (user_id, organization_id, default_sending_channel_id, default_events_channel_id,
          default_all_public_channels) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (user_id) DO UPDATE SET default_sending_channel_id = excluded.default_sending_channel_id,
          default_events_channel_id = excluded.default_events_channel_id,
          default_all_public_channels = excluded.default_all_public_channels`,
      [
        settings.userId,
        organizationId,
        settings.defaultSendingChannelId,
        settings.defaultEventsChannelId,
        settings.defaultAllPublicChannels,
      ],
    );
  }

  async changeOwner(userId: UserId, ownerId: UserId): Promise<void> {
    await this.database.write('UPDATE user_account SET bot_owner_id = $2 WHERE id = $1', [userId, ownerId]);
  }

  settingsOf(userIds: readonly UserId[]): Promise<BotSettings[]> {
    return this.database.rows<BotSettings>(`SELECT ${SETTINGS} FROM bot WHERE user_id = ANY($1::bigint[])`, [userIds]);
  }

  /**
   * Ids of bots in ascending order: those of the owner, and those whose role is not stronger than `notStrongerThan`.
   * `null` means only those of the owner. Deactivated bots are included, system bots are not.
   */
  async idsFor(organizationId: OrganizationId, ownerId: UserId, notStrongerThan: number | null): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT id FROM user_account WHERE organization_id = $1 AND is_bot AND NOT is_system_bot
          AND (bot_owner_id = $2 OR role >= $3) ORDER BY id`,
      [organizationId, ownerId, notStrongerThan],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether another active account has the name, ignoring case. */
  async isNameInUse(organizationId: OrganizationId, fullName: string, exceptId: UserId | null): Promise<boolean> {
    const row = await this.database.row(
      `SELECT 1 FROM user_account WHERE organization_id = $1 AND is_active AND lower(full_name) = lower($2)
          AND id IS DISTINCT FROM $3::bigint LIMIT 1`,
      [organizationId, fullName, exceptId],
    );
    return row !== null;
  }
}
