import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import type { MessageWay, ReadersOfChannel } from './message-readers';
import { OPEN_END } from '../received/passage.sql';

const ROW = BIT.historical | BIT.hasRow;

/** The result for one way of one part. */
export interface ReceivedIds {
  readonly part: number;
  readonly way: number;
  readonly userId: UserId;
  /** Null: none. */
  readonly messageIds: readonly MessageId[] | null;
}

/** The most messages of one statement. Each is joined with all former subscribers of its channel. */
const IDS_AT_ONCE = 500;

type PlacedWay = MessageWay & { readonly channelId: ChannelId; readonly after: number };

/**
 * The users who are not covered by the rule about subscribers, and the messages that they have. `way` has a row for
 * each way of each part. Positions are those of the messages' own time, so later changes do not affect the answer.
 * - without a subscription, in a public channel: users who were subscribed when a message came, or have a row;
 * - with protected history: subscribers who joined after a message, were deactivated at that time, or have it because
 *   of a move. Messages are joined with the periods of users. No lookup is made for single pairs of user and message.
 */
const HELD = `
  WITH way AS MATERIALIZED (
    SELECT w.*, w.ids[1] AS first_id, w.ids[cardinality(w.ids)] AS last_id, (w.hops -> -1 ->> 1)::bigint AS arrived_at
    FROM jsonb_to_recordset($1::jsonb) AS w (
      no int, part int, way int, channel_id bigint, origin_id bigint, after bigint, is_shared boolean, is_public boolean,
      has_rows boolean, ids bigint[], hops jsonb)),
  piece AS MATERIALIZED (SELECT way.no, piece.id FROM way CROSS JOIN unnest(way.ids) AS piece (id)),
  flagged AS MATERIALIZED (
    SELECT piece.no, f.user_id, piece.id FROM way JOIN piece USING (no) JOIN message_flag f ON f.message_id = piece.id
    WHERE way.has_rows AND f.flags & ${ROW} <> 0),
  candidate AS MATERIALIZED (
    SELECT way.no, s.user_id FROM way JOIN subscription_interval s ON s.channel_id = way.channel_id
    WHERE way.is_public AND s.to_position <= way.after AND (CASE WHEN way.hops IS NULL
        THEN s.from_position < way.last_id AND s.to_position > way.first_id
        ELSE s.from_position < way.arrived_at AND s.to_position > way.arrived_at END)
    UNION
    SELECT way.no, s.user_id FROM way JOIN subscription_interval s ON s.channel_id = way.channel_id
    WHERE NOT way.is_shared AND s.from_position <= way.after AND s.to_position > way.after
      AND (way.hops IS NOT NULL OR s.from_position > way.first_id OR EXISTS (
        SELECT FROM inactive_period a
        WHERE a.user_id = s.user_id AND a.from_position < way.last_id AND a.to_position > way.first_id))
    UNION
    SELECT no, user_id FROM flagged),
  hop AS MATERIALIZED (
    SELECT way.no, h.ordinality AS ordinal, (h.value ->> 0)::bigint AS channel_id, (h.value ->> 1)::bigint AS position,
           (h.value ->> 2)::boolean AS is_protected
    FROM way CROSS JOIN jsonb_array_elements(way.hops) WITH ORDINALITY AS h WHERE way.hops IS NOT NULL),
  passage AS MATERIALIZED (
    SELECT c.no, c.user_id, count(*) FILTER (WHERE stay.user_id IS NULL) = 0 AS is_kept,
           coalesce(max(hop.ordinal) FILTER (WHERE hop.is_protected), 0)
             > coalesce(max(hop.ordinal) FILTER (WHERE stay.user_id IS NULL), 0) AS is_gained
    FROM candidate c JOIN hop USING (no)
    LEFT JOIN subscription_interval stay ON stay.user_id = c.user_id AND stay.channel_id = hop.channel_id
      AND stay.from_position < hop.position AND hop.position < stay.to_position
    GROUP BY c.no, c.user_id),
  away AS MATERIALIZED (
    SELECT a.user_id, range_agg(int8range(a.from_position, a.to_position, '()')) AS span FROM inactive_period a
    WHERE a.user_id IN (SELECT user_id FROM candidate) GROUP BY a.user_id),
  period AS MATERIALIZED (
    SELECT c.no, c.user_id, s.from_position, s.to_position, away.span
    FROM candidate c JOIN way USING (no)
    JOIN subscription_interval s ON s.user_id = c.user_id AND s.channel_id = coalesce(way.origin_id, way.channel_id)
    LEFT JOIN passage p ON p.no = c.no AND p.user_id = c.user_id
    LEFT JOIN away ON away.user_id = c.user_id
    WHERE coalesce(p.is_kept, true)),
  holding AS (
    SELECT period.no, period.user_id, piece.id
    FROM period JOIN piece ON piece.no = period.no AND period.from_position < piece.id AND piece.id < period.to_position
    WHERE NOT coalesce(period.span @> piece.id, false)
    UNION
    SELECT p.no, p.user_id, piece.id FROM passage p JOIN piece USING (no) WHERE p.is_gained
    UNION
    SELECT no, user_id, id FROM flagged),
  held AS (SELECT no, user_id, array_agg(id ORDER BY id) AS ids FROM holding GROUP BY no, user_id)
  SELECT way.part, way.way, c.user_id AS "userId", held.ids AS "messageIds"
  FROM candidate c JOIN way USING (no) LEFT JOIN held ON held.no = c.no AND held.user_id = c.user_id`;

/** The facts that determine at delivery who has messages, and the queries for it (ADR 1). */
@Injectable()
export class MessageReadersRepository {
  constructor(private readonly database: Database) {}

  /** The ways by which channel messages came to their place, and the last drawn position. One statement. */
  ways(messageIds: readonly MessageId[]): Promise<PlacedWay[]> {
    return this.database.rows<PlacedWay>(
      `SELECT (SELECT last_value FROM message_id_seq) AS after, m."channelId", v.origin_channel_id AS "originId", m.ids,
              CASE WHEN v.id IS NOT NULL THEN (
                SELECT jsonb_agg(jsonb_build_array(h.channel_id, h.position, h.is_protected) ORDER BY h.ordinal)
                FROM move_hop h WHERE h.move_id = v.id) END AS hops
       FROM (SELECT channel_id AS "channelId", move_id, array_agg(id ORDER BY id) AS ids FROM message
             WHERE id = ANY ($1::bigint[]) AND channel_id IS NOT NULL GROUP BY channel_id, move_id) m
       LEFT JOIN channel_move v ON v.id = m.move_id ORDER BY m.ids`,
      [messageIds],
    );
  }

  /** The current subscribers, including deactivated users. */
  async subscribers(channelId: ChannelId): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM subscription_interval WHERE channel_id = $1 AND to_position = ${OPEN_END}`,
      [channelId],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Users who have messages of a channel only by rows. Subscribers who have all messages anyway are left out. */
  async marked(
    channelId: ChannelId,
    messageIds: readonly MessageId[],
    isShared: boolean,
  ): Promise<[userId: UserId, ids: MessageId[]][]> {
    const rows = await this.database.rows<{ userId: UserId; ids: MessageId[] }>(
      `SELECT f.user_id AS "userId", array_agg(f.message_id ORDER BY f.message_id) AS ids FROM message_flag f
       WHERE f.message_id = ANY ($2::bigint[]) AND f.flags & ${ROW} <> 0 AND NOT ($3 AND EXISTS (
         SELECT FROM subscription_interval s
         WHERE s.channel_id = $1 AND s.user_id = f.user_id AND s.to_position = ${OPEN_END}))
       GROUP BY f.user_id`,
      [channelId, messageIds, isShared],
    );
    return rows.map(({ userId, ids }) => [userId, ids]);
  }

  /**
   * The users of the parts who differ from the other subscribers, with the messages that each has. One statement for a
   * bounded number of messages, independent of the users online. A single statement for a large move or deletion
   * exceeded its time limit, also on each retry.
   */
  async held(parts: readonly ReadersOfChannel[]): Promise<ReceivedIds[]> {
    const ways = parts.flatMap(({ channelId, after, isShared, isPublic, marked, ways }, part) =>
      ways.map(({ ids, originId, hops }, way) => ({
        part,
        way,
        channel_id: channelId,
        origin_id: originId,
        after,
        is_shared: isShared,
        is_public: isPublic,
        has_rows: marked === undefined && (isPublic || !isShared),
        ids,
        hops,
      })),
    );
    const asked = ways.filter((way) => way.is_public || !way.is_shared);
    const held: ReceivedIds[] = [];
    for (let at = 0; at < asked.length;) {
      const some: object[] = [];
      let ids = 0;
      for (const way of asked.slice(at)) {
        if (ids > 0 && ids + way.ids.length > IDS_AT_ONCE) break;
        ids += way.ids.length;
        some.push({ no: some.length, ...way });
      }
      at += some.length;
      for (const row of await this.database.rows<ReceivedIds>(HELD, [JSON.stringify(some)])) held.push(row);
    }
    return held;
  }
}
