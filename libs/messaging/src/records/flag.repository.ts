import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT, Mark } from '../received/flag';
import { OPEN_END } from '../received/passage.sql';

/** Not deactivated. Deactivated users remain subscribed but receive nothing, so they need no flags. */
const IS_HERE = `NOT EXISTS (
  SELECT FROM inactive_period i WHERE i.user_id = s.user_id AND i.to_position = ${OPEN_END})`;

/** Those on a list who are subscribed to the channel now, ascending: whom a message keeps itself. No list: NULL. */
export const receiversAmong = (list: string, channel: string): string => `CASE WHEN ${list}::bigint[] IS NOT NULL THEN (
  SELECT array_agg(s.user_id ORDER BY s.user_id) FROM subscription_interval s
  WHERE s.channel_id = ${channel} AND s.user_id = ANY (${list}::bigint[]) AND s.to_position = ${OPEN_END} AND ${IS_HERE}) END`;

/** Bits to set for one message. */
export interface FlagChange {
  readonly messageId: MessageId;
  readonly bits: number;
}

/** The marks of a new message, among the subscribers of its channel; without one all are meant. */
export interface NewMarks {
  readonly messageId: MessageId;
  readonly channelId: ChannelId | null;
  readonly marks: readonly Mark[];
}

/** Messages of one user; ascending. */
export interface Marked {
  readonly userId: UserId;
  readonly messageIds: readonly MessageId[];
}

/** A row exists only if a flag is set. Callers hold the user's lock, except when the message is being sent. */
@Injectable()
export class FlagRepository {
  constructor(private readonly database: Database) {}

  async set(userId: UserId, changes: readonly FlagChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.database.write(
      `INSERT INTO message_flag (user_id, message_id, flags)
       SELECT $1, changed.id, changed.bits FROM unnest($2::bigint[], $3::smallint[]) AS changed (id, bits) ORDER BY changed.id
       ON CONFLICT (user_id, message_id) DO UPDATE SET flags = message_flag.flags | excluded.flags`,
      [userId, changes.map(({ messageId }) => messageId), changes.map(({ bits }) => bits)],
    );
  }

  /** Removes rows without flags. */
  async clear(userId: UserId, messageIds: readonly MessageId[], bits: number): Promise<void> {
    if (messageIds.length === 0) return;
    await this.database.write(
      `WITH emptied AS (
         DELETE FROM message_flag WHERE user_id = $1 AND message_id = ANY ($2::bigint[]) AND flags & ~$3::smallint = 0)
       UPDATE message_flag SET flags = flags & ~$3::smallint
       WHERE user_id = $1 AND message_id = ANY ($2::bigint[]) AND flags & $3::smallint <> 0 AND flags & ~$3::smallint <> 0`,
      [userId, messageIds, bits],
    );
  }

  /** Messages that are marked unread, above a position; ascending. */
  async unreadMarks(userId: UserId, above: number, limit: number): Promise<MessageId[]> {
    const rows = await this.database.rows<{ id: MessageId }>(
      `SELECT message_id AS id FROM message_flag WHERE user_id = $1 AND message_id > $2 AND flags & ${BIT.unread} <> 0
       ORDER BY message_id LIMIT $3`,
      [userId, above, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes all marks as unread. */
  async clearUnread(userId: UserId): Promise<void> {
    await this.database.write(
      `WITH emptied AS (DELETE FROM message_flag WHERE user_id = $1 AND flags & ${BIT.unread} <> 0 AND flags = ${BIT.unread})
       UPDATE message_flag SET flags = flags & ~${BIT.unread}::smallint
       WHERE user_id = $1 AND flags & ${BIT.unread} <> 0 AND flags <> ${BIT.unread}`,
      [userId],
    );
  }

  /** Marks those of the users who are subscribed now. Returns only these, ascending. */
  async markSubscribers(channelId: ChannelId, messageId: MessageId, marks: readonly Mark[]): Promise<Mark[]> {
    if (marks.length === 0) return [];
    return this.database.rows<Mark>(
      `INSERT INTO message_flag (user_id, message_id, flags)
       SELECT s.user_id, $2, marked.bits FROM subscription_interval s
       JOIN unnest($3::bigint[], $4::smallint[]) AS marked (id, bits) ON marked.id = s.user_id
       WHERE s.channel_id = $1 AND s.to_position = ${OPEN_END} AND ${IS_HERE}
       ORDER BY s.user_id
       ON CONFLICT (user_id, message_id) DO UPDATE SET flags = message_flag.flags | excluded.flags
       RETURNING user_id AS "userId", flags AS bits`,
      [channelId, messageId, marks.map(({ userId }) => userId), marks.map(({ bits }) => bits)],
    );
  }

  /** As `markSubscribers` and `mark`, for many new messages in one statement. By message. */
  async markAll(messages: readonly NewMarks[]): Promise<Map<MessageId, Mark[]>> {
    const wanted = messages.flatMap(({ messageId, channelId, marks }) =>
      marks.map(({ userId, bits }) => ({ message_id: messageId, channel_id: channelId, user_id: userId, bits })),
    );
    const marked = new Map<MessageId, Mark[]>(messages.map(({ messageId }) => [messageId, []]));
    if (wanted.length === 0) return marked;
    const rows = await this.database.rows<Mark & { messageId: MessageId }>(
      prepared(
        `INSERT INTO message_flag (user_id, message_id, flags)
         SELECT s.user_id, s.message_id, s.bits
         FROM json_to_recordset($1::json) AS s (message_id bigint, channel_id bigint, user_id bigint, bits smallint)
         WHERE s.channel_id IS NULL OR (${IS_HERE} AND EXISTS (
           SELECT FROM subscription_interval i
           WHERE i.channel_id = s.channel_id AND i.user_id = s.user_id AND i.to_position = ${OPEN_END}))
         ORDER BY s.message_id, s.user_id
         RETURNING message_id AS "messageId", user_id AS "userId", flags AS bits`,
      ),
      [JSON.stringify(wanted)],
    );
    for (const { messageId, ...mark } of rows) marked.get(messageId)!.push(mark);
    return marked;
  }

  /** Marks all of the users. */
  async mark(messageId: MessageId, marks: readonly Mark[]): Promise<void> {
    if (marks.length === 0) return;
    await this.database.write(
      `INSERT INTO message_flag (user_id, message_id, flags)
       SELECT marked.id, $1, marked.bits FROM unnest($2::bigint[], $3::smallint[]) AS marked (id, bits) ORDER BY marked.id`,
      [messageId, marks.map(({ userId }) => userId), marks.map(({ bits }) => bits)],
    );
  }

  /** Ascending. */
  async starred(userId: UserId, limit: number): Promise<MessageId[]> {
    const rows = await this.database.rows<{ id: MessageId }>(
      `SELECT message_id AS id FROM message_flag WHERE user_id = $1 AND flags & ${BIT.starred} <> 0
       ORDER BY message_id DESC LIMIT $2`,
      [userId, limit],
    );
    return rows.map(({ id }) => id).reverse();
  }

  /** The messages that each user has flagged with the bit. Users without any are absent. */
  marked(ids: readonly MessageId[], userIds: readonly UserId[], bit: number): Promise<Marked[]> {
    return this.database.rows<Marked>(
      `SELECT user_id AS "userId", array_agg(message_id ORDER BY message_id) AS "messageIds" FROM message_flag
       WHERE message_id = ANY ($1::bigint[]) AND user_id = ANY ($2::bigint[]) AND flags & $3::smallint <> 0 GROUP BY user_id`,
      [ids, userIds, bit],
    );
  }

  /** The users who have flagged one of the messages with the bit, or without `bit` in any way. */
  async markers(ids: readonly MessageId[], bit?: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT DISTINCT user_id AS "userId" FROM message_flag
       WHERE message_id = ANY ($1::bigint[]) AND ($2::smallint IS NULL OR flags & $2::smallint <> 0)`,
      [ids, bit ?? null],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Removes all flags of the users on the messages. */
  async forgetMarks(ids: readonly MessageId[], userIds: readonly UserId[]): Promise<void> {
    await this.database.write(
      `WITH held AS MATERIALIZED (
         SELECT user_id, message_id FROM message_flag
         WHERE message_id = ANY ($1::bigint[]) AND user_id = ANY ($2::bigint[]) ORDER BY message_id, user_id FOR UPDATE)
       DELETE FROM message_flag f USING held WHERE f.user_id = held.user_id AND f.message_id = held.message_id`,
      [ids, userIds],
    );
  }
}
