import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ROLE } from '../roles/role';

/** Reads which users guests may see, as their clients were told. Only organizations that limit guests have rows. */
@Injectable()
export class GuestVisibilityRepository {
  constructor(private readonly database: Database) {}

  async of(guestId: UserId): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      'SELECT user_id AS id FROM acquaintance WHERE guest_id = $1',
      [guestId],
    );
    return rows.map(({ id }) => id);
  }

  /** Active guests who may not see the user, ascending. The user is never among them. */
  async guestsNotSeeing(organizationId: OrganizationId, userId: UserId): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT u.id FROM user_account u
        WHERE u.organization_id = $1 AND u.role = ${ROLE.guest} AND u.is_active AND u.id <> $2
          AND NOT EXISTS (SELECT FROM acquaintance a WHERE a.guest_id = u.id AND a.user_id = $2)
        ORDER BY u.id`,
      [organizationId, userId],
    );
    return rows.map(({ id }) => id);
  }
}
