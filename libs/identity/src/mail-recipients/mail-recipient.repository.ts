import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

const SETTING_OF = { mail: 'enable_stream_email_notifications', push: 'enable_stream_push_notifications' } as const;

@Injectable()
export class MailRecipientRepository {
  constructor(private readonly database: Database) {}

  /** Active users who want notifications of all channel messages. Uses a partial index of exactly these users. */
  async wantingAllChannels(organizationId: OrganizationId, way: keyof typeof SETTING_OF): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT id FROM user_account WHERE organization_id = $1 AND is_active AND NOT is_bot
         AND settings->>'${SETTING_OF[way]}' = 'true'`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether an address has active accounts in more than one organization. */
  async isInSeveral(email: string): Promise<boolean> {
    const row = await this.database.row<{ accounts: number }>(
      `SELECT count(*) AS accounts FROM user_account WHERE lower(delivery_email) = $1 AND is_active`,
      [email.toLowerCase()],
    );
    return row!.accounts > 1;
  }
}
