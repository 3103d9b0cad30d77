import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { unfolding } from '../records/flag.repository';
import { OPEN_END } from '../received/passage.sql';
import { DRAWN } from '../received/position.sql';
import { FORGET_EMPTY_CHAINS } from '../records/move-chains.sql';

/** Where messages go. */
export interface MoveTarget {
  readonly channelId: ChannelId;
  /** null: each keeps its own. */
  readonly topic: string | null;
  /** Only those who were subscribed receive what is there. */
  readonly isProtected: boolean;
}

/** Who moves, and when: what the messages' histories say of it. */
export interface Mover {
  readonly userId: UserId;
  /** UNIX seconds. */
  readonly at: number;
}

/** Which chain messages of which earlier one have now; null: they had none. */
export type MoveChain = readonly [earlierId: number | null, id: number];

/** A topic whose messages have come in more ways gets some chains more. */
const MOST_CHAINS = 100;

/** The history of `m` with what the fields say in front; those that are NULL did not change. */
const historyWith = (fields: string): string => `
  edit_history = jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(${fields}))) || coalesce(m.edit_history, '[]')`;

/**
 * Whether the chain `v` says the same of messages that leave the channel `way.channel_id` now as of those that left it with
 * the chain: nobody has come to one of the two channels since, or has left one.
 */
const SAYS_THE_SAME = `NOT EXISTS (
  SELECT FROM subscription_interval s WHERE s.channel_id IN (way.channel_id, v.to_channel_id)
    AND (s.from_position > v.last_position OR (s.to_position > v.last_position AND s.to_position < ${OPEN_END})))`;

/**
 * $1 the messages, $2 where to, $3 topic, $4 is protected, $5 who moves, $6 when, $7 and $8 chains that the move has begun: of
 * messages of which earlier chain, and which. One chain for each way that the messages have come so far: of the same origin and
 * the same earlier hops, which it copies, with itself as the end of their last stay.
 */
const MOVE = `
  WITH ${DRAWN},
  moving AS MATERIALIZED (
    SELECT id, channel_id, move_id FROM message WHERE id = ANY ($1::bigint[]) AND channel_id <> $2::bigint),
  chain AS MATERIALIZED (
    SELECT coalesce(begun.id, nextval('channel_move_id_seq')) AS id, begun.id IS NULL AS is_new, way.* FROM (
      SELECT channel_id, move_id AS earlier_id, min(id) AS min_id, max(id) AS max_id
      FROM moving GROUP BY channel_id, move_id) way
    LEFT JOIN LATERAL (
      SELECT v.id FROM unnest($7::bigint[], $8::bigint[]) AS known (earlier_id, id) JOIN channel_move v ON v.id = known.id
      JOIN move_hop h ON h.move_id = v.id AND h.ordinal = v.hop_count
      WHERE known.earlier_id IS NOT DISTINCT FROM way.earlier_id AND v.to_channel_id = $2 AND h.is_protected = $4
        AND (way.earlier_id IS NOT NULL OR v.origin_channel_id = way.channel_id) AND ${SAYS_THE_SAME}) begun ON true),
  widened AS (
    UPDATE channel_move v
    SET min_message_id = least(v.min_message_id, chain.min_id), max_message_id = greatest(v.max_message_id, chain.max_id)
    FROM chain WHERE v.id = chain.id AND NOT chain.is_new),
  made AS (
    INSERT INTO channel_move (id, origin_channel_id, first_position, to_channel_id, last_position, hop_count,
                              min_message_id, max_message_id)
    SELECT chain.id, coalesce(earlier.origin_channel_id, chain.channel_id), coalesce(earlier.first_position, drawn.position),
           $2, drawn.position, coalesce(earlier.hop_count, 0) + 1, chain.min_id, chain.max_id
    FROM drawn, chain LEFT JOIN channel_move earlier ON earlier.id = chain.earlier_id
    WHERE chain.is_new RETURNING id, hop_count, last_position),
  hops AS (
    INSERT INTO move_hop (move_id, ordinal, channel_id, position, next_position, is_protected)
    SELECT chain.id, h.ordinal, h.channel_id, h.position, least(h.next_position, drawn.position),
           h.is_protected
    FROM drawn, chain JOIN move_hop h ON h.move_id = chain.earlier_id WHERE chain.is_new
    UNION ALL
    SELECT made.id, made.hop_count, $2, made.last_position, ${OPEN_END}, $4 FROM made),
  lost AS (
    DELETE FROM message_flag f USING moving
    WHERE f.message_id = moving.id
      AND EXISTS (SELECT FROM subscription_interval s WHERE s.user_id = f.user_id AND s.channel_id = moving.channel_id)
      AND NOT EXISTS (
        SELECT FROM subscription_interval s
        WHERE s.user_id = f.user_id AND s.channel_id = $2 AND s.to_position = ${OPEN_END}))
  UPDATE message m SET channel_id = $2, topic = coalesce($3::text, m.topic), move_id = chain.id,
    ${historyWith(`'userId', $5::bigint, 'at', $6::bigint, 'prevChannelId', m.channel_id, 'channelId', $2::bigint,
      'prevTopic', CASE WHEN m.topic <> $3 THEN m.topic END, 'topic', CASE WHEN m.topic <> $3 THEN $3::text END`)}
  FROM moving JOIN chain ON chain.channel_id = moving.channel_id AND chain.earlier_id IS NOT DISTINCT FROM moving.move_id
  WHERE m.id = moving.id RETURNING moving.move_id AS "earlierId", chain.id`;

/** Of whom messages name, those who lose them are found one by one. */
const UNFOLD = `
  WITH held AS MATERIALIZED (
    SELECT id, named_ids FROM message WHERE id = ANY ($1::bigint[]) AND named_ids IS NOT NULL ORDER BY id FOR UPDATE),
  emptied AS (UPDATE message m SET named_ids = NULL FROM held WHERE m.id = held.id)
  ${unfolding('SELECT id, named_ids FROM held')}`;

/**
 * Moves of messages between channels. Nothing is written for those who keep, gain or lose them, but that flags of those
 * who lose them go (docs/protocol/read-state.md): a move costs what its messages cost, independent of the receivers. The caller
 * holds the channels that the messages leave, and the one that they go to, alone.
 */
@Injectable()
export class MoveRepository {
  constructor(private readonly database: Database) {}

  /**
   * Ids of messages that are there already are left out.
   * @param begun what an earlier call for messages of the same move and the same channel has returned
   * @returns the chains of the move so far
   */
  async move(
    messageIds: readonly MessageId[],
    { channelId, topic, isProtected }: MoveTarget,
    { userId, at }: Mover,
    begun: readonly MoveChain[] = [],
  ): Promise<readonly MoveChain[]> {
    const chains = new Map(begun);
    for (const some of batches(messageIds)) {
      await this.database.write(UNFOLD, [some]);
      const values = [some, channelId, topic, isProtected, userId, at, [...chains.keys()], [...chains.values()]];
      const moved = await this.database.rows<{ earlierId: number | null; id: number }>(MOVE, values);
      for (const { earlierId, id } of moved) chains.set(earlierId, id);
      const left = moved.flatMap(({ earlierId }) => earlierId ?? []);
      if (left.length > 0) await this.database.write(FORGET_EMPTY_CHAINS, [left]);
    }
    return [...chains].slice(-MOST_CHAINS);
  }

  /** Within a channel only the topic changes: nobody gets or loses anything. */
  async rename(messageIds: readonly MessageId[], topic: string, { userId, at }: Mover): Promise<void> {
    for (const some of batches(messageIds)) {
      await this.database.write(
        `UPDATE message m SET topic = $2,
           ${historyWith("'userId', $3::bigint, 'at', $4::bigint, 'prevTopic', m.topic, 'topic', $2::text")}
         WHERE m.id = ANY ($1::bigint[])`,
        [some, topic, userId, at],
      );
    }
  }
}

/** No statement takes long, however long a topic is. */
const BATCH = 5_000;

function batches(ids: readonly MessageId[]): MessageId[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));
}
