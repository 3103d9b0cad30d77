import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database, Origin, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Some of the users whom a request subscribes to channels or unsubscribes from them. */
export interface MembershipWork extends Origin {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly isJoining: boolean;
  readonly channelIds: readonly ChannelId[];
  readonly userIds: readonly UserId[];
  /** The colours of the request, by channel. */
  readonly colors: Readonly<Record<string, string>>;
}

/** Subscription changes that did not fit into the transaction of their request and will be made later. */
@Injectable()
export class MembershipChangeRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'membership_change');
  }

  /** Inserts one row for each batch. Returns their ids. */
  async insert(
    work: Omit<MembershipWork, 'id' | 'channelIds' | 'userIds'>,
    batches: readonly Pick<MembershipWork, 'channelIds' | 'userIds'>[],
  ): Promise<number[]> {
    const { organizationId, isJoining, colors, actorId, client, address } = work;
    const rows = await this.database.rows<{ id: number }>(
      `INSERT INTO membership_change (organization_id, is_joining, colors, actor_id, client, address, channel_ids, user_ids)
       SELECT $1, $2, $3, $4, $5, $6, channel_ids::bigint[], user_ids::bigint[]
       FROM unnest($7::text[], $8::text[]) WITH ORDINALITY AS batch (channel_ids, user_ids, place) ORDER BY place RETURNING id`,
      [
        organizationId,
        isJoining,
        JSON.stringify(colors),
        actorId,
        client,
        address,
        batches.map(({ channelIds }) => `{${channelIds.join()}}`),
        batches.map(({ userIds }) => `{${userIds.join()}}`),
      ],
    );
    return rows.map(({ id }) => id);
  }

  /** The rows that concern one of the channels and one of the users. */
  async waitingFor(channelIds: readonly ChannelId[], userIds: readonly UserId[]): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      'SELECT id FROM membership_change WHERE channel_ids && $1::bigint[] AND user_ids && $2::bigint[]',
      [channelIds, userIds],
    );
    return rows.map(({ id }) => id);
  }

  /** The oldest due row of each set of channels, so that a large request does not delay others. */
  async oldestOfEach(): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT DISTINCT ON (channel_ids) id FROM membership_change WHERE due_at <= now()
       ORDER BY channel_ids, due_at, id`,
    );
    return rows.map(({ id }) => id);
  }

  async remove(id: number): Promise<void> {
    await this.database.write('DELETE FROM membership_change WHERE id = $1', [id]);
  }

  find(id: number): Promise<MembershipWork | null> {
    return this.database.row<MembershipWork>(
      `SELECT id, organization_id AS "organizationId", is_joining AS "isJoining", channel_ids AS "channelIds",
         user_ids AS "userIds", colors, actor_id AS "actorId", client, address
       FROM membership_change WHERE id = $1`,
      [id],
    );
  }

  async isWaiting(ids: readonly number[]): Promise<boolean> {
    const found = await this.database.row('SELECT FROM membership_change WHERE id = ANY ($1::bigint[]) LIMIT 1', [ids]);
    return found !== null;
  }
}
