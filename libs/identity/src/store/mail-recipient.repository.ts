import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

@Injectable()
export class MailRecipientRepository {
  constructor(private readonly database: Database) {}

  /** Active people who want a mail of everything in their channels; by an index that holds nobody else. */
  async wantingAllChannels(organizationId: OrganizationId): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT id FROM user_account WHERE organization_id = $1 AND is_active AND NOT is_bot
         AND settings->>'enable_stream_email_notifications' = 'true'`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether an address has active accounts in more organizations than one. */
  async isInSeveral(email: string): Promise<boolean> {
    const row = await this.database.row<{ accounts: number }>(
      `SELECT count(*) AS accounts FROM user_account WHERE lower(delivery_email) = $1 AND is_active`,
      [email.toLowerCase()],
    );
    return row!.accounts > 1;
  }
}
