import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT, Standing } from '../received/flag';
import { OPEN_END } from '../received/passage.sql';
import { isInHistory, readerState, standingColumns, standingJoins, wasAway } from '../received/standing.sql';

/** One user and one message. */
export interface Reading {
  readonly userId: UserId;
  readonly messageId: MessageId;
}

const ROW = BIT.historical | BIT.hasRow;

/** Which users have which messages. Only the given users are considered. */
@Injectable()
export class MessageAudienceRepository {
  constructor(private readonly database: Database) {}

  /** Who is subscribed now; ascending. */
  async subscribed(channelId: ChannelId, userIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM subscription_interval
       WHERE channel_id = $1 AND to_position = ${OPEN_END} AND user_id = ANY ($2::bigint[]) ORDER BY user_id`,
      [channelId, userIds],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Which of the users are or were subscribed. */
  async everSubscribed(channelId: ChannelId, userIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT DISTINCT user_id AS "userId" FROM subscription_interval
       WHERE channel_id = $1 AND user_id = ANY ($2::bigint[])`,
      [channelId, userIds],
    );
    return rows.map(({ userId }) => userId);
  }

  /**
   * Users who could have one of the channel's messages in their history: those who were ever subscribed to a channel in
   * which the messages were, or have a flag. All other users need no check for each message.
   */
  async candidates(
    channelId: ChannelId,
    messageIds: readonly MessageId[],
    userIds: readonly UserId[],
  ): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `WITH chain AS (SELECT DISTINCT move_id AS id FROM message WHERE id = ANY ($2::bigint[]) AND move_id IS NOT NULL),
       place AS MATERIALIZED (
         SELECT $1::bigint AS channel_id
         UNION SELECT v.origin_channel_id FROM chain JOIN channel_move v ON v.id = chain.id
         UNION SELECT h.channel_id FROM chain JOIN move_hop h ON h.move_id = chain.id)
       SELECT asked.id AS "userId" FROM unnest($3::bigint[]) AS asked (id)
       WHERE EXISTS (
           SELECT FROM place JOIN subscription_interval s ON s.channel_id = place.channel_id AND s.user_id = asked.id)
         OR asked.id IN (
           SELECT f.user_id FROM message_flag f WHERE f.message_id = ANY ($2::bigint[]) AND f.flags & ${ROW} <> 0)
       ORDER BY asked.id`,
      [channelId, messageIds, userIds],
    );
    return rows.map(({ userId }) => userId);
  }

  /**
   * Which messages each user has in the personal history; by user, then message. Messages that never moved are found by
   * periods, all at once, which decides most cases.
   */
  held(messageIds: readonly MessageId[], userIds: readonly UserId[]): Promise<Reading[]> {
    return this.database.rows<Reading>(
      `WITH wanted AS MATERIALIZED (
         SELECT id, channel_id, conversation_id, move_id FROM message WHERE id = ANY ($1::bigint[])),
       place AS (SELECT DISTINCT channel_id FROM wanted WHERE channel_id IS NOT NULL AND move_id IS NULL),
       period AS MATERIALIZED (
         SELECT s.user_id, s.channel_id, s.from_position, s.to_position
         FROM place JOIN subscription_interval s ON s.channel_id = place.channel_id WHERE s.user_id = ANY ($2::bigint[])),
       away AS MATERIALIZED (
         SELECT user_id, from_position, to_position FROM inactive_period WHERE user_id = ANY ($2::bigint[]))
       SELECT held.user_id AS "userId", held.id AS "messageId" FROM (
         SELECT period.user_id, m.id FROM wanted m
         JOIN period ON period.channel_id = m.channel_id AND period.from_position < m.id AND m.id < period.to_position
         WHERE m.move_id IS NULL AND NOT EXISTS (
           SELECT FROM away
           WHERE away.user_id = period.user_id AND away.from_position < m.id AND m.id < away.to_position)
         UNION
         SELECT f.user_id, f.message_id FROM message_flag f
         WHERE f.message_id = ANY ($1::bigint[]) AND f.user_id = ANY ($2::bigint[]) AND f.flags & ${ROW} <> 0
         UNION
         SELECT asked.id, other.id FROM unnest($2::bigint[]) AS asked (id)
         CROSS JOIN LATERAL (
           WITH ${readerState('asked.id')}
           SELECT m.id FROM wanted m LEFT JOIN conversation c ON c.id = m.conversation_id
           WHERE (asked.id = ANY (c.participant_ids) AND NOT ${wasAway('m.id')})
             OR (m.move_id IS NOT NULL AND ${isInHistory('asked.id')})) other
         WHERE EXISTS (SELECT FROM wanted WHERE conversation_id IS NOT NULL OR move_id IS NOT NULL)) held
       ORDER BY 1, 2`,
      [messageIds, userIds],
    );
  }

  /** The state of the messages for the users, in no order. */
  standings(readings: readonly Reading[]): Promise<(Reading & Standing)[]> {
    return this.database.rows<Reading & Standing>(
      `SELECT reading.user_id AS "userId", standing.* FROM unnest($1::bigint[], $2::bigint[]) AS reading (user_id, message_id)
       CROSS JOIN LATERAL (
         WITH ${readerState('reading.user_id')}
         SELECT m.id AS "messageId", ${standingColumns('reading.user_id')}
         FROM message m ${standingJoins('reading.user_id')} WHERE m.id = reading.message_id) standing`,
      [readings.map(({ userId }) => userId), readings.map(({ messageId }) => messageId)],
    );
  }
}
