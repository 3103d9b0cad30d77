import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../domain/channel';
import { DECISION_COLUMNS, IS_SUBSCRIBED } from './channel.columns';

/** The transaction id is drawn by the first step and the position by the last one: never in the other order. */
const OPEN = prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT ${DECISION_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed",
         CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS position
  FROM own, channel c WHERE c.id = $3 AND c.organization_id = $1`);

const FIND_ID = prepared('SELECT id FROM channel WHERE organization_id = $1 AND lower(name) = lower($2)');

@Injectable()
export class PostingRepository {
  constructor(private readonly database: Database) {}

  async open(
    organizationId: OrganizationId,
    userId: UserId,
    channelId: ChannelId,
  ): Promise<{ channel: ChannelForActor; position: number } | null> {
    const row = await this.database.row<ChannelForActor & { position: number }>(OPEN, [
      organizationId,
      userId,
      channelId,
    ]);
    if (!row) return null;
    const { position, ...channel } = row;
    return { channel, position };
  }

  async findId(organizationId: OrganizationId, name: string): Promise<ChannelId | null> {
    const row = await this.database.row<{ id: ChannelId }>(FIND_ID, [organizationId, name.trim()]);
    return row?.id ?? null;
  }
}
