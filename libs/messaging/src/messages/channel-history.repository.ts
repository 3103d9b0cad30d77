import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { chainsOf, OPEN_END, wasSentBefore } from '../received/passage.sql';

/** One user in one channel. */
interface ChannelUser {
  readonly channelId: ChannelId;
  readonly userId: UserId;
}

/** The oldest messages of channels. */
@Injectable()
export class ChannelHistoryRepository {
  constructor(private readonly database: Database) {}

  /** Uses the order of the index by channel. Ordering by id alone would scan all messages for an empty channel. */
  async firstMessageIds(channelIds: readonly ChannelId[]): Promise<Map<ChannelId, MessageId>> {
    if (channelIds.length === 0) return new Map();
    const rows = await this.database.rows<{ channelId: ChannelId; id: MessageId }>(
      `SELECT wanted.id AS "channelId", first.id FROM unnest($1::bigint[]) AS wanted (id)
       CROSS JOIN LATERAL (
         SELECT m.channel_id, m.id FROM message m WHERE m.channel_id >= wanted.id ORDER BY m.channel_id, m.id LIMIT 1) first
       WHERE first.channel_id = wanted.id`,
      [channelIds],
    );
    return new Map(rows.map(({ channelId, id }) => [channelId, id]));
  }

  firstReceived(channelUsers: readonly ChannelUser[]): Promise<(ChannelUser & { messageId: MessageId })[]> {
    if (channelUsers.length === 0) return Promise.resolve([]);
    return this.database.rows<ChannelUser & { messageId: MessageId }>(
      `SELECT seat.channel_id AS "channelId", seat.user_id AS "userId", min(first.id) AS "messageId"
       FROM unnest($1::bigint[], $2::bigint[]) AS seat (channel_id, user_id)
       CROSS JOIN LATERAL (
         SELECT sent.id FROM subscription_interval s CROSS JOIN LATERAL (
           SELECT m.id FROM message m
           WHERE m.channel_id = s.channel_id AND m.id > s.from_position AND m.id < s.to_position AND m.move_id IS NULL
           ORDER BY m.id LIMIT 1) sent
         WHERE s.user_id = seat.user_id AND s.channel_id = seat.channel_id
         UNION ALL
         SELECT moved.id
         FROM (SELECT v.*, passage.is_gained ${chainsOf('seat.user_id')} AND last.channel_id = seat.channel_id) chain
         CROSS JOIN LATERAL (
           SELECT m.id FROM message m
           WHERE m.move_id = chain.id AND (chain.is_gained OR ${wasSentBefore('seat.user_id', 'chain')})
           ORDER BY m.id LIMIT 1) moved) first
       GROUP BY seat.channel_id, seat.user_id`,
      [channelUsers.map(({ channelId }) => channelId), channelUsers.map(({ userId }) => userId)],
    );
  }

  /** Searches above the first id of that time, because ids ascend with time, or nearly so. */
  async activity(
    channelIds: readonly ChannelId[],
    since: Date,
  ): Promise<Map<ChannelId, { newestAt: number; recent: number }>> {
    if (channelIds.length === 0) return new Map();
    const rows = await this.database.rows<{ channelId: ChannelId; newestAt: number; recent: number }>(
      `SELECT wanted.id AS "channelId", floor(extract(epoch FROM newest.sent_at) * 1000)::bigint AS "newestAt",
         (SELECT count(*) FROM message m WHERE m.channel_id = wanted.id AND m.id >= $2 AND m.sent_at >= $3) AS recent
       FROM unnest($1::bigint[]) AS wanted (id) CROSS JOIN LATERAL (
         SELECT m.sent_at FROM message m WHERE m.channel_id = wanted.id ORDER BY m.id DESC LIMIT 1) newest`,
      [channelIds, await this.firstIdSince(since), since],
    );
    return new Map(rows.map(({ channelId, ...activity }) => [channelId, activity]));
  }

  private async firstIdSince(time: Date): Promise<number> {
    const newest = await this.database.row<{ id: number }>('SELECT id FROM message ORDER BY id DESC LIMIT 1');
    let [from, to] = [0, (newest?.id ?? 0) + 1];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const next = await this.database.row<{ id: number; isEarlier: boolean }>(
        'SELECT id, sent_at < $2 AS "isEarlier" FROM message WHERE id >= $1 ORDER BY id LIMIT 1',
        [middle, time],
      );
      if (next?.isEarlier) from = next.id + 1;
      else to = middle;
    }
    return from;
  }

  async hasNamedTopics(channelId: ChannelId): Promise<boolean> {
    const row = await this.database.row<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM message m WHERE m.channel_id = $1 AND lower(m.topic) > '') AS found`,
      [channelId],
    );
    return row!.found;
  }

  /** Counts above the lowest position from which one of the users may have unread messages, in subscribed channels. */
  async mayBeUnread(
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
    most: number,
  ): Promise<Map<ChannelId, number>> {
    const rows = await this.database.rows<{ channelId: ChannelId; count: number }>(
      `SELECT lowest.channel_id AS "channelId", counted.count
       FROM (
         SELECT s.channel_id, min(greatest(s.from_position, r.read_floor, hint.scan_from)) AS id
         FROM subscription_interval s LEFT JOIN user_read_state r ON r.user_id = s.user_id
         LEFT JOIN scan_hint hint ON hint.user_id = s.user_id AND hint.channel_id = s.channel_id
         WHERE s.channel_id = ANY ($1::bigint[]) AND s.user_id = ANY ($2::bigint[]) AND s.to_position = ${OPEN_END}
         GROUP BY s.channel_id) lowest
       CROSS JOIN LATERAL (SELECT count(*) FROM (
         SELECT FROM message m WHERE m.channel_id = lowest.channel_id AND m.id > lowest.id LIMIT $3) m) counted`,
      [channelIds, userIds, most],
    );
    return new Map(rows.map(({ channelId, count }) => [channelId, count]));
  }

  markedUnread(
    channelIds: readonly ChannelId[],
    userIds: readonly UserId[],
    most: number,
  ): Promise<{ userId: UserId; messageIds: MessageId[] }[]> {
    return this.database.rows(
      `SELECT user_id AS "userId", array_agg(message_id ORDER BY message_id) AS "messageIds"
       FROM (
         SELECT f.user_id, f.message_id FROM message_flag f JOIN message m ON m.id = f.message_id
         WHERE f.user_id = ANY ($2::bigint[]) AND f.flags & ${BIT.unread} <> 0 AND m.channel_id = ANY ($1::bigint[])
         ORDER BY f.user_id, f.message_id LIMIT $3) marked
       GROUP BY user_id ORDER BY user_id`,
      [channelIds, userIds, most],
    );
  }
}
