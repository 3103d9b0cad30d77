import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { DECISION_COLUMNS, IS_SUBSCRIBED } from '../records/channel.columns';
import type { PostingRequest, PostingContext } from './posting';

/** The columns of a `PostingContext` of the channel `c`; the position is drawn last. */
const postingOf = (actorId: string): string => `
  ${DECISION_COLUMNS}, ${IS_SUBSCRIBED(actorId)} AS "isSubscribed", NOT c.is_recently_active AS "isDormant", c.is_empty AS "isEmpty",
  coalesce((SELECT s.is_muted FROM subscription s WHERE s.user_id = ${actorId} AND s.channel_id = c.id), false) AS "isMuted",
  CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS position`;

/** The first step assigns the transaction id and the last one the position. The order must never change. */
const OPEN = prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT ${postingOf('$2')}
  FROM own, channel c WHERE c.id = $3 AND c.organization_id = $1`);

/** As `OPEN`, in the order of the list. Without LIMIT the channels could be read as a whole. */
const OPEN_ALL = prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT asked.at, ${postingOf('asked.user_id')}
  FROM own, (
    SELECT * FROM json_to_recordset($1::json) AS asked
      (at int, organization_id bigint, user_id bigint, channel_id bigint)
    ORDER BY at OFFSET 0) AS asked
  CROSS JOIN LATERAL (
    SELECT * FROM channel WHERE id = asked.channel_id AND organization_id = asked.organization_id LIMIT 1) AS c`);

type PostingRow = ChannelForActor & Omit<PostingContext, 'channel'>;

const FIND_ID = prepared('SELECT id FROM channel WHERE organization_id = $1 AND lower(name) = lower($2)');

@Injectable()
export class PostingRepository {
  constructor(private readonly database: Database) {}

  async open(organizationId: OrganizationId, userId: UserId, channelId: ChannelId): Promise<PostingContext | null> {
    const row = await this.database.row<PostingRow>(OPEN, [organizationId, userId, channelId]);
    return row && postingIn(row);
  }

  async openAll(asked: readonly PostingRequest[]): Promise<(PostingContext | null)[]> {
    const list = asked.map(({ actor: { organizationId, userId }, channelId }, at) => ({
      at,
      organization_id: organizationId,
      user_id: userId,
      channel_id: channelId,
    }));
    const rows = await this.database.rows<PostingRow & { at: number }>(OPEN_ALL, [JSON.stringify(list)]);
    const found = new Map(rows.map(({ at, ...row }) => [at, postingIn(row)]));
    return asked.map((_, at) => found.get(at) ?? null);
  }

  async findId(organizationId: OrganizationId, name: string): Promise<ChannelId | null> {
    const row = await this.database.row<{ id: ChannelId }>(FIND_ID, [organizationId, name.trim()]);
    return row?.id ?? null;
  }
}

function postingIn({ position, isDormant, isEmpty, isMuted, ...channel }: PostingRow): PostingContext {
  return { channel, position, isDormant, isEmpty, isMuted };
}
