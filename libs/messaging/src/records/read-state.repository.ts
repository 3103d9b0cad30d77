import type { ChannelId, ConversationId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { OPEN_END, unbrokenChainsOf } from '../received/passage.sql';
import { isInHistory, isLeftUnread, readerState, unreadMessages } from '../received/standing.sql';
import { dropMarks, NEWEST_UNREAD, NEWEST_UNREAD_IDS } from './unread.sql';

export interface UnreadMessage {
  readonly id: MessageId;
  readonly topic: string;
  readonly channelId: ChannelId | null;
  readonly conversationId: ConversationId | null;
  /** Of a direct message. */
  readonly participantIds: readonly UserId[] | null;
  readonly isMentioned: boolean;
}

/**
 * The first range of ids that is searched for fifty thousand unread messages. Each further range is several times as
 * large.
 */
const FIRST_STEP = 2 ** 18;
const STEP_GROWTH = 8;

/** The messages that become read for a user who leaves a channel. */
export interface LeftUnread {
  readonly userId: UserId;
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
}

/**
 * What users have read (ADR 2): a floor, blocks of bits above it that are only ever set, and marks as unread that
 * override both. Writers hold the user's lock.
 */
@Injectable()
export class ReadStateRepository {
  constructor(private readonly database: Database) {}

  /** For new accounts: all positions of their subscriptions and ids of their messages are drawn later. */
  async begin(userIds: readonly UserId[]): Promise<void> {
    await this.database.write(
      `INSERT INTO user_read_state (user_id, read_floor)
       SELECT unnest($1::bigint[]), CASE WHEN is_called THEN last_value ELSE 0 END FROM message_id_seq`,
      [userIds],
    );
  }

  /** Sets the bits; `FlagRepository.clear` removes marks. `true` if the user has more blocks than before. */
  async markRead(userId: UserId, messageIds: readonly MessageId[]): Promise<boolean> {
    if (messageIds.length === 0) return false;
    const blocks = await this.database.rows<{ isNew: boolean }>(
      `INSERT INTO read_block (user_id, block, bits)
       SELECT $1, id >> 12, bit_or(set_bit(0::bit(4096), (id & 4095)::int, 1))
       FROM unnest($2::bigint[]) AS id GROUP BY id >> 12 ORDER BY id >> 12
       ON CONFLICT (user_id, block) DO UPDATE SET bits = read_block.bits | excluded.bits
       RETURNING xmax = 0 AS "isNew"`,
      [userId, messageIds],
    );
    return blocks.some(({ isNew }) => isNew);
  }

  /**
   * Marks everything up to the position as read, except messages marked as unread. No message may appear below the
   * position later. A floor never sinks. Removes blocks below it.
   */
  async raiseFloor(userId: UserId, position: number): Promise<void> {
    await this.database.write(
      `WITH raised AS (
         INSERT INTO user_read_state (user_id, read_floor) VALUES ($1, $2::bigint)
         ON CONFLICT (user_id) DO UPDATE SET read_floor = greatest(user_read_state.read_floor, excluded.read_floor))
       DELETE FROM read_block WHERE user_id = $1 AND block < ($2::bigint + 1) >> 12`,
      [userId, position],
    );
  }

  async blockCount(userId: UserId): Promise<number> {
    const row = await this.database.row<{ blocks: number }>(
      'SELECT count(*) AS blocks FROM read_block WHERE user_id = $1',
      [userId],
    );
    return row!.blocks;
  }

  /** The oldest `limit` unread messages without a mark, ascending. */
  oldestUnread(userId: UserId, limit: number): Promise<Pick<UnreadMessage, 'id' | 'channelId'>[]> {
    return this.database.rows(
      `WITH ${readerState('$1')}, ${unreadMessages('$1')}
       SELECT id, channel_id AS "channelId" FROM unread WHERE NOT is_marked ORDER BY id LIMIT $2`,
      [userId, limit],
    );
  }

  /** All unread messages of a channel or of one of its topics; ascending. */
  async unreadIn(userId: UserId, channelId: ChannelId, topic: string | null): Promise<MessageId[]> {
    const rows = await this.database.rows<{ id: MessageId }>(
      `WITH ${readerState('$1')}, ${unreadMessages('$1', { channel: '$2' })}
       SELECT id FROM unread WHERE $3::text IS NULL OR lower(topic) = lower($3) ORDER BY id`,
      [userId, channelId, topic],
    );
    return rows.map(({ id }) => id);
  }

  /** The newest `limit` unread messages of one sender, ascending. */
  async unreadOf(userId: UserId, senderId: UserId, limit: number): Promise<MessageId[]> {
    const rows = await this.database.rows<{ id: MessageId }>(
      `WITH ${readerState('$1')}, ${unreadMessages('$1')}
       SELECT id FROM (SELECT id FROM unread WHERE sender_id = $2 ORDER BY id DESC LIMIT $3) newest ORDER BY id`,
      [userId, senderId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The newest `limit` unread messages, ascending. */
  async unreadIds(userId: UserId, limit: number): Promise<MessageId[]> {
    const rows = await this.newest<{ id: MessageId }>(userId, limit, NEWEST_UNREAD_IDS);
    return rows.map(({ id }) => id).reverse();
  }

  /** All unread messages above a position, ascending. */
  async unreadAbove(userId: UserId, position: number): Promise<MessageId[]> {
    const rows = await this.database.rows<{ id: MessageId }>(
      `WITH ${readerState('$1')}, ${unreadMessages('$1', { above: '$2::bigint' })} SELECT id FROM unread ORDER BY id`,
      [userId, position],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether a message of the topic is in the user's personal history. */
  async hasReceivedIn(userId: UserId, channelId: ChannelId, topic: string): Promise<boolean> {
    const row = await this.database.row<{ hasReceived: boolean }>(
      `WITH ${readerState('$1')} SELECT EXISTS (
         SELECT FROM message m
         WHERE m.channel_id = $2 AND lower(m.topic) = lower($3) AND ${isInHistory('$1')}) AS "hasReceived"`,
      [userId, channelId, topic],
    );
    return row!.hasReceived;
  }

  /** Whether a transaction with an older id is open. Its client events come before those of this one. */
  async isOlderOneUnderWay(): Promise<boolean> {
    const row = await this.database.row<{ isUnderWay: boolean }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot()) < pg_current_xact_id() AS "isUnderWay"`,
    );
    return row!.isUnderWay;
  }

  /** The newest `limit`, ascending. */
  unread(userId: UserId, limit: number): Promise<UnreadMessage[]> {
    return this.newest(userId, limit, NEWEST_UNREAD);
  }

  /**
   * @param text a query with $1 the user, $2 the limit, $3 the lower bound of positions; the bound is lowered until
   * enough are found
   */
  private async newest<R extends object>(userId: UserId, limit: number, text: string): Promise<R[]> {
    for (const above of await this.stepsDown(userId)) {
      const rows = await this.database.rows<R>(text, [userId, limit, above]);
      if (rows.length === limit || above === 0) return rows;
    }
    return [];
  }

  /**
   * Lower bounds of positions for finding the newest unread messages, one after the other, down to 0. So for most users
   * only the last days are read.
   */
  async stepsDown(userId: UserId, first = FIRST_STEP): Promise<number[]> {
    const row = await this.database.row<{ newest: number; floor: number }>(
      `SELECT last_value AS newest, coalesce((SELECT read_floor FROM user_read_state WHERE user_id = $1), 0) AS floor
       FROM message_id_seq`,
      [userId],
    );
    const steps: number[] = [];
    for (let size = first; row!.newest - size > row!.floor; size *= STEP_GROWTH) steps.push(row!.newest - size);
    return [...steps, 0];
  }

  /**
   * Stores for each channel the id below which no message is unread without a mark, so that later reads skip them.
   * `watermark`: no message up to it can still appear.
   */
  async rememberScans(userId: UserId, watermark: number): Promise<void> {
    await this.database.write(
      `WITH ${readerState('$1')}, ${unreadMessages('$1')},
       oldest AS (SELECT channel_id, min(id) AS id FROM unread WHERE NOT is_marked GROUP BY channel_id)
       INSERT INTO scan_hint (user_id, channel_id, scan_from)
       SELECT $1, s.channel_id, least($2::bigint, oldest.id - 1)
       FROM subscription_interval s LEFT JOIN oldest ON oldest.channel_id = s.channel_id
       WHERE s.user_id = $1 AND s.to_position = ${OPEN_END}
       ON CONFLICT (user_id, channel_id) DO UPDATE SET scan_from = greatest(scan_hint.scan_from, excluded.scan_from)`,
      [userId, watermark],
    );
  }

  /**
   * The newest `limit` unread messages of a channel for each of its subscribers. Users without any are absent. The cost
   * depends on what may be unread for each user, so callers bound their number by `ChannelHistory.mayBeUnread`.
   */
  leftUnread(channelId: ChannelId, userIds: readonly UserId[], limit: number): Promise<LeftUnread[]> {
    return this.database.rows<LeftUnread>(
      `SELECT s.user_id AS "userId", array_agg(message.id ORDER BY message.id) AS "messageIds"
       FROM subscription_interval s
       LEFT JOIN user_read_state r ON r.user_id = s.user_id
       LEFT JOIN scan_hint hint ON hint.user_id = s.user_id AND hint.channel_id = s.channel_id
       CROSS JOIN LATERAL (
         SELECT id FROM (
           SELECT m.id FROM (
             SELECT m.id, m.sender_id, m.read_rule FROM message m
             WHERE m.channel_id = s.channel_id AND m.id > greatest(s.from_position, r.read_floor, hint.scan_from)
               AND m.move_id IS NULL
             UNION ALL
             SELECT m.id, m.sender_id, m.read_rule
             FROM (SELECT v.id, origin.from_position ${unbrokenChainsOf('s.user_id')} AND last.channel_id = $1) chain
             JOIN message m ON m.move_id = chain.id AND m.id > chain.from_position
               AND m.id > coalesce(r.read_floor, 0)) m
           LEFT JOIN read_block b ON b.user_id = s.user_id AND b.block = m.id >> 12
           WHERE ${isLeftUnread('s.user_id', 'm')}
             AND NOT EXISTS (
               SELECT FROM inactive_period i WHERE i.user_id = s.user_id AND i.from_position < m.id AND m.id < i.to_position)
           UNION
           SELECT m.id FROM message_flag f JOIN message m ON m.id = f.message_id
           WHERE f.user_id = s.user_id AND f.flags & ${BIT.unread} <> 0 AND m.channel_id = s.channel_id) unread
         ORDER BY id DESC LIMIT $3) message
       WHERE s.channel_id = $1 AND s.user_id = ANY ($2::bigint[]) AND s.to_position = ${OPEN_END}
       GROUP BY s.user_id`,
      [channelId, userIds, limit],
    );
  }

  /**
   * After leaving a channel nothing in it is unread: the end of the period implies that, and marks are removed here.
   */
  async dropUnreadMarks(channelId: ChannelId, userIds: readonly UserId[]): Promise<void> {
    await this.database.write(dropMarks('f.user_id = ANY ($1::bigint[]) AND m.channel_id = $2'), [userIds, channelId]);
  }

  /** Removes the marks on some messages for each user. */
  async dropUnreadMarksAt(read: readonly LeftUnread[]): Promise<void> {
    const marks = read.flatMap(({ userId, messageIds }) => messageIds.map((id) => [userId, id] as const));
    await this.database.write(
      dropMarks('(f.user_id, f.message_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))'),
      [marks.map(([userId]) => userId), marks.map(([, messageId]) => messageId)],
    );
  }

  /** Removes the marks of a user on messages of a muted sender. */
  async dropUnreadMarksOf(userId: UserId, senderId: UserId): Promise<void> {
    await this.database.write(dropMarks('f.user_id = $1 AND m.sender_id = $2'), [userId, senderId]);
  }
}
