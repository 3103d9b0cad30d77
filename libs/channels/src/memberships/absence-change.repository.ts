import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Some of the channels that a user leaves by deactivation, or returns to by reactivation. */
export interface Absence {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly isLeaving: boolean;
  readonly channelIds: readonly ChannelId[];
}

export interface AbsenceChange extends Absence {
  readonly id: number;
}

const COLUMNS = `id, organization_id AS "organizationId", user_id AS "userId", is_leaving AS "isLeaving",
  channel_ids AS "channelIds"`;

/** Channels that still count a deactivated user, or do not yet count a reactivated one. */
@Injectable()
export class AbsenceChangeRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'absence_change');
  }

  /** Inserts one row for each batch of channels. */
  async insert(
    { organizationId, userId, isLeaving }: Omit<Absence, 'channelIds'>,
    batches: readonly (readonly ChannelId[])[],
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO absence_change (organization_id, user_id, is_leaving, channel_ids)
       SELECT $1, $2, $3, ids::bigint[] FROM unnest($4::text[]) WITH ORDINALITY AS batch (ids, place) ORDER BY place`,
      [organizationId, userId, isLeaving, batches.map((ids) => `{${ids.join()}}`)],
    );
  }

  /** The oldest row of each user if it is due: a reactivation follows the deactivation before it. */
  async oldestOfEach(limit: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM (SELECT DISTINCT ON (user_id) id, due_at FROM absence_change ORDER BY user_id, id) AS oldest
       WHERE due_at <= now() ORDER BY due_at, id LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  find(id: number): Promise<AbsenceChange | null> {
    return this.database.row<AbsenceChange>(`SELECT ${COLUMNS} FROM absence_change WHERE id = $1`, [id]);
  }

  /** The rows that concern one of the users and one of the channels. */
  concerning(userIds: readonly UserId[], channelIds: readonly ChannelId[]): Promise<AbsenceChange[]> {
    return this.database.rows<AbsenceChange>(
      `SELECT ${COLUMNS} FROM absence_change
       WHERE user_id = ANY ($1::bigint[]) AND channel_ids && $2::bigint[] ORDER BY id`,
      [userIds, channelIds],
    );
  }

  /** The channel was done before its row. */
  async removeChannel(ids: readonly number[], channelId: ChannelId): Promise<void> {
    await this.database.write(
      'UPDATE absence_change SET channel_ids = array_remove(channel_ids, $2) WHERE id = ANY ($1::bigint[])',
      [ids, channelId],
    );
  }

  async remove(id: number): Promise<void> {
    await this.database.write('DELETE FROM absence_change WHERE id = $1', [id]);
  }

  async isWaitingFor(userId: UserId): Promise<boolean> {
    return (await this.database.row('SELECT FROM absence_change WHERE user_id = $1 LIMIT 1', [userId])) !== null;
  }
}
