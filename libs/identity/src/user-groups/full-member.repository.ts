import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ROLE } from '../roles/role';

const IS_MEMBER = `u.role = ${ROLE.member} AND u.is_active AND NOT u.is_system_bot`;
const WAITING = `coalesce((o.settings->>'waitingPeriodThreshold')::int, 0)`;
const AT = 'to_timestamp($1::double precision / 1000)';

/** Full members over time. Moments are in UNIX milliseconds, periods in days. */
@Injectable()
export class FullMemberRepository {
  constructor(private readonly database: Database) {}

  /** The organizations in which a member has passed the waiting period and clients have not been told yet. */
  async organizationsDue(now: number): Promise<OrganizationId[]> {
    const rows = await this.database.rows<{ id: OrganizationId }>(
      `SELECT o.id FROM organization o WHERE ${WAITING} > 0 AND EXISTS (SELECT 1 FROM user_account u
          WHERE u.organization_id = o.id AND ${IS_MEMBER}
            AND u.date_joined > o.full_members_as_of - ${WAITING} * interval '24 hours'
            AND u.date_joined <= ${AT} - ${WAITING} * interval '24 hours') ORDER BY o.id`,
      [now],
    );
    return rows.map(({ id }) => id);
  }

  /** The moment for which clients of the organization were last told about full members. */
  async toldUntil(organizationId: OrganizationId): Promise<number> {
    const row = await this.database.row<{ told: number }>(
      `SELECT floor(extract(epoch FROM full_members_as_of) * 1000)::bigint AS told FROM organization WHERE id = $1`,
      [organizationId],
    );
    return row!.told;
  }

  async noteToldUntil(organizationId: OrganizationId, now: number): Promise<void> {
    await this.database.write(`UPDATE organization SET full_members_as_of = ${AT} WHERE id = $2`, [
      now,
      organizationId,
    ]);
  }

  /** Ids of the members who at that moment have passed a waiting period of `days`, ascending. */
  async idsPast(organizationId: OrganizationId, days: number, moment: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT u.id FROM user_account u WHERE u.organization_id = $2 AND ${IS_MEMBER}
          AND ($3 <= 0 OR u.date_joined <= ${AT} - $3 * interval '24 hours') ORDER BY u.id`,
      [moment, organizationId, days],
    );
    return rows.map(({ id }) => id);
  }
}
