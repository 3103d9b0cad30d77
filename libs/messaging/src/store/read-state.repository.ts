import type { ChannelId, ConversationId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../domain/flag';
import { READ_RULE } from '../domain/message';
import { readerState, unreadMessages } from './standing.sql';

export interface UnreadMessage {
  readonly id: MessageId;
  readonly topic: string;
  readonly channelId: ChannelId | null;
  readonly conversationId: ConversationId | null;
  /** Of a direct message. */
  readonly participantIds: readonly UserId[] | null;
  readonly isMentioned: boolean;
}

/** What leaving a channel reads for one user. */
export interface LeftUnread {
  readonly userId: UserId;
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
}

/**
 * What users have read (ADR 2): a floor, blocks of bits above it that are only ever set, and unread marks that win over
 * both. Writers hold the user's lock.
 */
@Injectable()
export class ReadStateRepository {
  constructor(private readonly database: Database) {}

  /**
   * For somebody who has not received anything yet: positions of memberships and ids of messages that will be sent to
   * the account are all drawn later.
   */
  async begin(userId: UserId): Promise<void> {
    await this.database.write(
      `INSERT INTO user_read_state (user_id, read_floor)
       SELECT $1, CASE WHEN is_called THEN last_value ELSE 0 END FROM message_id_seq`,
      [userId],
    );
  }

  /** Sets the bits; marks are for `FlagRepository.clear`. */
  async markRead(userId: UserId, messageIds: readonly MessageId[]): Promise<void> {
    if (messageIds.length === 0) return;
    await this.database.write(
      `INSERT INTO read_block (user_id, block, bits)
       SELECT $1, id >> 12, bit_or(set_bit(0::bit(4096), (id & 4095)::int, 1))
       FROM unnest($2::bigint[]) AS id GROUP BY id >> 12 ORDER BY id >> 12
       ON CONFLICT (user_id, block) DO UPDATE SET bits = read_block.bits | excluded.bits`,
      [userId, messageIds],
    );
  }

  /** The newest `limit`, ascending. */
  unread(userId: UserId, limit: number): Promise<UnreadMessage[]> {
    return this.database.rows<UnreadMessage>(
      `WITH ${readerState('$1')}, ${unreadMessages('$1')},
       newest AS (SELECT * FROM unread ORDER BY id DESC LIMIT $2)
       SELECT u.id, u.topic, u.channel_id AS "channelId", u.conversation_id AS "conversationId",
              c.participant_ids AS "participantIds",
              (m.mentions_channel AND coalesce(f.flags, 0) & ${BIT.historical} = 0)
                OR coalesce(f.flags, 0) & ${BIT.mentioned | BIT.topicWildcard} <> 0 AS "isMentioned"
       FROM newest u JOIN message m ON m.id = u.id
       LEFT JOIN conversation c ON c.id = u.conversation_id
       LEFT JOIN message_flag f ON f.user_id = $1 AND f.message_id = u.id
       ORDER BY u.id`,
      [userId, limit],
    );
  }

  /**
   * What was unread in a channel for users whose period has just ended at `position`: of each the newest `limit`. Users
   * who had read everything are absent.
   */
  leftUnread(channelId: ChannelId, userIds: readonly UserId[], position: number, limit: number): Promise<LeftUnread[]> {
    return this.database.rows<LeftUnread>(
      `SELECT s.user_id AS "userId", array_agg(message.id ORDER BY message.id) AS "messageIds"
       FROM subscription_interval s
       LEFT JOIN user_read_state r ON r.user_id = s.user_id
       CROSS JOIN LATERAL (
         SELECT id FROM (
           SELECT m.id FROM message m
           LEFT JOIN read_block b ON b.user_id = s.user_id AND b.block = m.id >> 12
           WHERE m.channel_id = s.channel_id AND m.id > s.from_position AND m.id > coalesce(r.read_floor, 0) AND m.id < $3
             AND coalesce(get_bit(b.bits, (m.id & 4095)::int), 0) = 0
             AND NOT (m.read_rule = ${READ_RULE.all} OR (m.read_rule = ${READ_RULE.sender} AND m.sender_id = s.user_id))
             AND NOT EXISTS (
               SELECT FROM inactive_period i WHERE i.user_id = s.user_id AND i.from_position < m.id AND m.id < i.to_position)
           UNION
           SELECT m.id FROM message_flag f JOIN message m ON m.id = f.message_id
           WHERE f.user_id = s.user_id AND f.flags & ${BIT.unread} <> 0 AND m.channel_id = s.channel_id) unread
         ORDER BY id DESC LIMIT $4) message
       WHERE s.channel_id = $1 AND s.user_id = ANY ($2::bigint[]) AND s.to_position = $3
       GROUP BY s.user_id`,
      [channelId, userIds, position, limit],
    );
  }

  /** Nothing of a channel that one has left is unread: the rest follows from the period, marks must go. */
  async dropUnreadMarks(channelId: ChannelId, userIds: readonly UserId[]): Promise<void> {
    await this.database.write(
      `WITH marked AS MATERIALIZED (
         SELECT f.user_id, f.message_id, f.flags FROM message_flag f JOIN message m ON m.id = f.message_id
         WHERE f.user_id = ANY ($2::bigint[]) AND f.flags & ${BIT.unread} <> 0 AND m.channel_id = $1),
       emptied AS (
         DELETE FROM message_flag f USING marked
         WHERE f.user_id = marked.user_id AND f.message_id = marked.message_id AND marked.flags = ${BIT.unread})
       UPDATE message_flag f SET flags = f.flags & ~${BIT.unread}::smallint FROM marked
       WHERE f.user_id = marked.user_id AND f.message_id = marked.message_id AND marked.flags <> ${BIT.unread}`,
      [channelId, userIds],
    );
  }
}
