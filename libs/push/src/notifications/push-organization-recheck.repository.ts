import type { OrganizationId, UserId } from '@app/kernel';
import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Organizations whose users' shown notifications must be checked, because of a change that concerns all of them. */
@Injectable()
export class PushOrganizationRecheckRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'push_organization_recheck');
  }

  /** Schedules a check of all users of the organization. Whether a notification is shown to them is for the worker. */
  async insert(organizationId: OrganizationId): Promise<void> {
    await this.database.write('INSERT INTO push_organization_recheck (organization_id) VALUES ($1)', [organizationId]);
  }

  /** Schedules a check of the next users, in this transaction. After the last user the row is removed. */
  async scheduleNext(id: number, users: number): Promise<void> {
    const row = await this.database.row<{ organizationId: OrganizationId; afterUserId: UserId }>(
      `SELECT organization_id AS "organizationId", after_user_id AS "afterUserId" FROM push_organization_recheck
       WHERE id = $1 FOR UPDATE SKIP LOCKED`,
      [id],
    );
    if (!row) return;
    const scheduled = await this.database.rows<{ userId: UserId }>(
      `INSERT INTO push_recheck (user_id, organization_id)
       SELECT DISTINCT user_id, organization_id FROM push_shown
       WHERE organization_id = $1 AND user_id > $2 AND NOT is_over ORDER BY user_id LIMIT $3
       RETURNING user_id AS "userId"`,
      [row.organizationId, row.afterUserId, users],
    );
    if (scheduled.length < users) {
      await this.database.write('DELETE FROM push_organization_recheck WHERE id = $1', [id]);
      return;
    }
    const last = Math.max(...scheduled.map(({ userId }) => userId));
    await this.database.write('UPDATE push_organization_recheck SET after_user_id = $2 WHERE id = $1', [id, last]);
  }
}
