import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DeletedMessage } from './deletion';
import { isInHistory, readerState } from '../received/standing.sql';
import type { TopicPlace } from '../topics/topic';

const DOOMED = `m.id, m.channel_id AS "channelId", m.conversation_id AS "conversationId", m.topic, m.sender_id AS "senderId",
  c.participant_ids AS "participantIds", floor(extract(epoch FROM m.sent_at) * 1000)::bigint AS "sentAt"`;

/** The most rows of users that one transaction removes with messages, in about 50 ms. Tests reduce it. */
export const REMOVED_ROWS = { most: 5_000 };

/** Selects the messages of a deletion, in batches that one transaction can remove. */
@Injectable()
export class DeletionRepository {
  constructor(private readonly database: Database) {}

  /** Those that exist, ascending. */
  list(organizationId: OrganizationId, ids: readonly MessageId[]): Promise<DeletedMessage[]> {
    return this.database.rows<DeletedMessage>(
      `SELECT ${DOOMED} FROM message m LEFT JOIN conversation c ON c.id = m.conversation_id
       WHERE m.id = ANY ($2::bigint[]) AND m.organization_id = $1 ORDER BY m.id`,
      [organizationId, ids],
    );
  }

  /**
   * The newest messages of a topic, ascending; `readerId`: only those that the user has received. At most as many as
   * `bounded` allows. `isAll`: there are no others.
   */
  async newestOfTopic(
    { channelId, topic }: TopicPlace,
    readerId: UserId | null,
    limit: number,
  ): Promise<{ messages: DeletedMessage[]; isAll: boolean }> {
    const newest = await this.database.rows<DeletedMessage>(
      `${readerId === null ? '' : `WITH ${readerState('$4')}`}
       SELECT ${DOOMED} FROM message m LEFT JOIN conversation c ON c.id = m.conversation_id
       WHERE m.channel_id = $1 AND lower(m.topic) = lower($2) ${readerId === null ? '' : `AND ${isInHistory('$4')}`}
       ORDER BY m.id DESC LIMIT $3`,
      readerId === null ? [channelId, topic, limit] : [channelId, topic, limit, readerId],
    );
    const messages = await this.bounded(newest);
    return { messages: messages.reverse(), isAll: newest.length < limit && messages.length === newest.length };
  }

  /**
   * The oldest messages of a channel that were sent before that time, among its `limit` oldest; ascending. At most as
   * many as `bounded` allows.
   */
  async oldestOfChannel(channelId: ChannelId, before: Date, limit: number): Promise<DeletedMessage[]> {
    const oldest = await this.database.rows<DeletedMessage>(
      `SELECT ${DOOMED} FROM (SELECT * FROM message WHERE channel_id = $1 ORDER BY id LIMIT $3) m
       LEFT JOIN conversation c ON c.id = m.conversation_id WHERE m.sent_at < $2 ORDER BY m.id`,
      [channelId, before, limit],
    );
    return this.bounded(oldest);
  }

  /** The oldest direct messages of an organization that were sent before that time; ascending. */
  async oldestDirect(organizationId: OrganizationId, before: Date, limit: number): Promise<DeletedMessage[]> {
    const oldest = await this.database.rows<DeletedMessage>(
      `SELECT ${DOOMED} FROM message m JOIN conversation c ON c.id = m.conversation_id
       WHERE m.organization_id = $1 AND m.conversation_id IS NOT NULL AND m.sent_at < $2 ORDER BY m.sent_at LIMIT $3`,
      [organizationId, before, limit],
    );
    return (await this.bounded(oldest)).sort((one, other) => one.id - other.id);
  }

  /** The first messages whose flags and reactions together do not exceed what one transaction removes; at least one. */
  private async bounded(messages: readonly DeletedMessage[]): Promise<DeletedMessage[]> {
    if (messages.length === 0) return [];
    const rows = await this.database.rows<{ id: MessageId; rows: number }>(
      `SELECT wanted.id,
         (SELECT count(*) FROM (SELECT FROM message_flag f WHERE f.message_id = wanted.id LIMIT $2) f)
           + (SELECT count(*) FROM reaction r WHERE r.message_id = wanted.id) AS rows
       FROM unnest($1::bigint[]) AS wanted (id)`,
      [messages.map(({ id }) => id), REMOVED_ROWS.most],
    );
    const sizes = new Map(rows.map((row) => [row.id, row.rows]));
    let sum = 0;
    const end = messages.findIndex(({ id }, at) => (sum += sizes.get(id) ?? 0) > REMOVED_ROWS.most && at > 0);
    return end < 0 ? [...messages] : messages.slice(0, end);
  }

  /** Which of the channels have a message, among their `limit` oldest, that was sent before the channel's time. */
  async channelsWithOld(
    channels: readonly { readonly id: ChannelId; readonly before: Date }[],
    limit: number,
  ): Promise<ChannelId[]> {
    const rows = await this.database.rows<{ id: ChannelId }>(
      `SELECT asked.id FROM unnest($1::bigint[], $2::timestamptz[]) AS asked (id, before)
       WHERE EXISTS (
         SELECT FROM (SELECT sent_at FROM message WHERE channel_id = asked.id ORDER BY id LIMIT $3) oldest
         WHERE oldest.sent_at < asked.before)`,
      [channels.map(({ id }) => id), channels.map(({ before }) => before), limit],
    );
    return rows.map(({ id }) => id);
  }

  /** How many messages of each channel were sent before that time; at most `most` of each. */
  async countOldIn(channelIds: readonly ChannelId[], before: Date, most: number): Promise<number[]> {
    const rows = await this.database.rows<{ count: number }>(
      `SELECT (
         SELECT count(*)::int FROM (SELECT sent_at FROM message WHERE channel_id = asked.id ORDER BY id LIMIT $3) oldest
         WHERE oldest.sent_at < $2) AS count
       FROM unnest($1::bigint[]) AS asked (id)`,
      [channelIds, before, most],
    );
    return rows.map(({ count }) => count);
  }

  /** How many direct messages were sent before that time; at most `most`. */
  async countOldDirect(organizationId: OrganizationId, before: Date, most: number): Promise<number> {
    const row = await this.database.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM message WHERE organization_id = $1 AND conversation_id IS NOT NULL AND sent_at < $2 LIMIT $3) direct`,
      [organizationId, before, most],
    );
    return row!.count;
  }
}
