import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A guest, and a user whom the guest knows. */
export interface GuestContact {
  readonly guestId: UserId;
  readonly userId: UserId;
}

/** Writes whom guests know; `GuestVisibilityRepository` reads it. */
@Injectable()
export class GuestContactRepository {
  constructor(private readonly database: Database) {}

  /**
   * The rows of those guests, of all users or of some; locked, so that another change of the same waits, and decides by
   * what is so then.
   */
  lockOf(guestIds: readonly UserId[], among: readonly UserId[] | null): Promise<GuestContact[]> {
    return this.database.rows<GuestContact>(
      `SELECT guest_id AS "guestId", user_id AS "userId" FROM acquaintance
        WHERE guest_id = ANY($1) AND ($2::bigint[] IS NULL OR user_id = ANY($2))
        ORDER BY guest_id, user_id FOR UPDATE`,
      [guestIds, among],
    );
  }

  /** Those of them that were not there. */
  insert(pairs: readonly GuestContact[]): Promise<GuestContact[]> {
    return this.database.rows<GuestContact>(
      `INSERT INTO acquaintance (guest_id, user_id)
        SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS met (guest_id, user_id) ORDER BY 1, 2
        ON CONFLICT DO NOTHING RETURNING guest_id AS "guestId", user_id AS "userId"`,
      [pairs.map(({ guestId }) => guestId), pairs.map(({ userId }) => userId)],
    );
  }

  async clear(organizationId: OrganizationId): Promise<void> {
    await this.database.write(
      'DELETE FROM acquaintance a USING user_account u WHERE u.id = a.guest_id AND u.organization_id = $1',
      [organizationId],
    );
  }

  async remove(pairs: readonly GuestContact[]): Promise<void> {
    await this.database.write(
      `DELETE FROM acquaintance a USING unnest($1::bigint[], $2::bigint[]) AS parted (guest_id, user_id)
        WHERE a.guest_id = parted.guest_id AND a.user_id = parted.user_id`,
      [pairs.map(({ guestId }) => guestId), pairs.map(({ userId }) => userId)],
    );
  }
}
