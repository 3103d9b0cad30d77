import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OPEN_END } from '../received/passage.sql';
import { DRAWN } from '../received/position.sql';
import { FORGET_EMPTY_CHAINS } from '../records/move-chains.sql';

/** The target of a move. */
export interface MoveTarget {
  readonly channelId: ChannelId;
  /** `null`: each message keeps its own topic. */
  readonly topic: string | null;
  /** Only subscribers receive messages of the channel. */
  readonly isProtected: boolean;
}

/** The user and the time of a move, for the edit histories. */
export interface MoveAuthor {
  readonly userId: UserId;
  /** UNIX seconds. */
  readonly at: number;
}

/** The chain that messages of an earlier chain have now; `null`: they had none. */
export type MoveChain = readonly [earlierId: number | null, id: number];

/** A topic whose messages came in more different ways gets additional chains. */
const MAX_CHAINS = 100;

/** The history of `m` with a new entry in front. Fields that are NULL did not change. */
const historyWith = (fields: string): string => `
  edit_history = jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(${fields}))) || coalesce(m.edit_history, '[]')`;

/**
 * Whether the existing chain `v` is correct for messages that leave the channel `way.channel_id` now: no user has
 * joined or left one of the two channels since.
 */
const SAYS_THE_SAME = `NOT EXISTS (
  SELECT FROM subscription_interval s WHERE s.channel_id IN (way.channel_id, v.to_channel_id)
    AND (s.from_position > v.last_position OR (s.to_position > v.last_position AND s.to_position < ${OPEN_END})))`;

/**
 * A user on a list of the message `m` was subscribed to its channel. The list keeps the users who are subscribed to $2.
 */
const keepers = (list: string): string => `
  ${list} = CASE WHEN m.${list} IS NOT NULL THEN (
    SELECT array_agg(s.user_id ORDER BY s.user_id) FROM subscription_interval s
    WHERE s.channel_id = $2 AND s.user_id = ANY (m.${list}) AND s.to_position = ${OPEN_END}) END`;

/**
 * $1 the messages, $2 the target, $3 the topic, $4 whether history is protected, $5 the user, $6 the time, $7 and $8
 * the chains of this move so far: the earlier chain and the new one. Each different way so far gets one chain, with the
 * same origin and the same earlier hops. The new chain ends the last stay.
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
    ${keepers('named_ids')}, ${keepers('partaker_ids')},
    ${historyWith(`'userId', $5::bigint, 'at', $6::bigint, 'prevChannelId', m.channel_id, 'channelId', $2::bigint,
      'prevTopic', CASE WHEN m.topic <> $3 THEN m.topic END, 'topic', CASE WHEN m.topic <> $3 THEN $3::text END`)}
  FROM moving JOIN chain ON chain.channel_id = moving.channel_id AND chain.earlier_id IS NOT DISTINCT FROM moving.move_id
  WHERE m.id = moving.id RETURNING moving.move_id AS "earlierId", chain.id`;

/**
 * Moves messages between channels. No row is written for users who keep, gain or lose messages, except that flags of
 * users who lose them are removed (docs/protocol/read-state.md). So the cost depends on the messages, not on their
 * receivers. The caller holds the exclusive locks of the source channels and the target.
 */
@Injectable()
export class MoveRepository {
  constructor(private readonly database: Database) {}

  /**
   * Ids of messages that are already in the target are ignored.
   * @param begun the result of an earlier call for messages of the same move and source channel
   * @returns the chains of the move so far
   */
  async move(
    messageIds: readonly MessageId[],
    { channelId, topic, isProtected }: MoveTarget,
    { userId, at }: MoveAuthor,
    begun: readonly MoveChain[] = [],
  ): Promise<readonly MoveChain[]> {
    const chains = new Map(begun);
    for (const some of batches(messageIds)) {
      const values = [some, channelId, topic, isProtected, userId, at, [...chains.keys()], [...chains.values()]];
      const moved = await this.database.rows<{ earlierId: number | null; id: number }>(MOVE, values);
      for (const { earlierId, id } of moved) chains.set(earlierId, id);
      const left = moved.flatMap(({ earlierId }) => earlierId ?? []);
      if (left.length > 0) await this.database.write(FORGET_EMPTY_CHAINS, [left]);
    }
    return [...chains].slice(-MAX_CHAINS);
  }

  /** Only changes the topic, so that no user gains or loses messages. */
  async rename(messageIds: readonly MessageId[], topic: string, { userId, at }: MoveAuthor): Promise<void> {
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

/** Bounds the duration of a statement, however long a topic is. */
const BATCH = 5_000;

function batches(ids: readonly MessageId[]): MessageId[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));
}
