import type { ChannelId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Period } from './memberships';
import { OPEN_END } from '../records/channel.columns';

/** The reads of the audience index. */
@Injectable()
export class MembershipRepository {
  constructor(private readonly database: Database) {}

  /** For each channel, the periods that end after the given position. */
  async periodsAfter(floors: ReadonlyMap<ChannelId, number>): Promise<Map<ChannelId, Period[]>> {
    const rows = await this.database.rows<Period & { channelId: ChannelId }>(
      `SELECT p.channel_id AS "channelId", p.user_id AS "userId", p.from_position AS "from",
              nullif(p.to_position, ${OPEN_END}) AS "to"
       FROM unnest($1::bigint[], $2::bigint[]) AS wanted (channel_id, floor)
       JOIN subscription_period p ON p.channel_id = wanted.channel_id AND p.to_position > wanted.floor`,
      [[...floors.keys()], [...floors.values()]],
    );
    const periods = new Map<ChannelId, Period[]>([...floors.keys()].map((id) => [id, []]));
    for (const { channelId, ...period } of rows) periods.get(channelId)!.push(period);
    return periods;
  }
}
