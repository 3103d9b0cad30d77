import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A guest, and a user whom the guest may see. */
export interface GuestContact {
  readonly guestId: UserId;
  readonly userId: UserId;
}

/** Writes which users guests may see. `GuestVisibilityRepository` reads them. */
@Injectable()
export class GuestContactRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the rows of the guests, for all or some other users. A concurrent change of the same rows waits and then
   * reads the new state.
   */
  lockOf(guestIds: readonly UserId[], among: readonly UserId[] | null): Promise<GuestContact[]> {
    return this.database.rows<GuestContact>(
      `SELECT guest_id AS "guestId", user_id AS "userId" FROM acquaintance
        WHERE guest_id = ANY($1) AND ($2::bigint[] IS NULL OR user_id = ANY($2))
        ORDER BY guest_id, user_id FOR UPDATE`,
      [guestIds, among],
    );
  }

  /** Returns the pairs that were not stored before. */
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
