import { GuestContact } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OPEN_END } from '../received/passage.sql';

/** Pairs of users who share a channel subscription or a conversation. */
@Injectable()
export class GuestContactRepository {
  constructor(private readonly database: Database) {}

  pairs(
    organizationId: OrganizationId,
    guestIds: readonly UserId[],
    among: readonly UserId[] | null,
  ): Promise<GuestContact[]> {
    return this.database.rows<GuestContact>(
      `SELECT own.user_id AS "guestId", other.user_id AS "userId"
       FROM subscription_interval own JOIN subscription_interval other ON other.channel_id = own.channel_id
       WHERE own.user_id = ANY($2) AND own.to_position = ${OPEN_END} AND other.to_position = ${OPEN_END}
         AND other.user_id <> own.user_id AND ($3::bigint[] IS NULL OR other.user_id = ANY($3))
       UNION
       SELECT own.user_id, other.user_id
       FROM conversation_participant own JOIN conversation c ON c.id = own.conversation_id
       JOIN conversation_participant other ON other.conversation_id = own.conversation_id
       WHERE c.organization_id = $1 AND own.user_id = ANY($2) AND other.user_id <> own.user_id
         AND ($3::bigint[] IS NULL OR other.user_id = ANY($3))`,
      [organizationId, guestIds, among],
    );
  }
}
