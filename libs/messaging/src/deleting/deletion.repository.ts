import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DoomedMessage } from './deletion';
import { isInHistory, readerState } from '../received/standing.sql';

/** Topics are the same whatever their case. */
export interface TopicPlace {
  readonly channelId: ChannelId;
  readonly topic: string;
}

const DOOMED = `m.id, m.channel_id AS "channelId", m.topic, m.sender_id AS "senderId",
  c.participant_ids AS "participantIds", floor(extract(epoch FROM m.sent_at) * 1000)::bigint AS "sentAt"`;

/** Finding the messages that are to go, and removing them. */
@Injectable()
export class DeletionRepository {
  constructor(private readonly database: Database) {}

  /** Ascending; those that there are. */
  list(organizationId: OrganizationId, ids: readonly MessageId[]): Promise<DoomedMessage[]> {
    return this.database.rows<DoomedMessage>(
      `SELECT ${DOOMED} FROM message m LEFT JOIN conversation c ON c.id = m.conversation_id
       WHERE m.id = ANY ($2::bigint[]) AND m.organization_id = $1 ORDER BY m.id`,
      [organizationId, ids],
    );
  }

  /** The newest of a topic, ascending; `readerId`: only those that he has received. */
  async newestOfTopic(
    { channelId, topic }: TopicPlace,
    readerId: UserId | null,
    limit: number,
  ): Promise<DoomedMessage[]> {
    const newest = await this.database.rows<DoomedMessage>(
      `${readerId === null ? '' : `WITH ${readerState('$4')}`}
       SELECT ${DOOMED} FROM message m LEFT JOIN conversation c ON c.id = m.conversation_id
       WHERE m.channel_id = $1 AND lower(m.topic) = lower($2) ${readerId === null ? '' : `AND ${isInHistory('$4')}`}
       ORDER BY m.id DESC LIMIT $3`,
      readerId === null ? [channelId, topic, limit] : [channelId, topic, limit, readerId],
    );
    return newest.reverse();
  }

  /** The oldest of a channel that were sent before that time, among its `limit` oldest; ascending. */
  oldestOfChannel(channelId: ChannelId, before: Date, limit: number): Promise<DoomedMessage[]> {
    return this.database.rows<DoomedMessage>(
      `SELECT ${DOOMED} FROM (SELECT * FROM message WHERE channel_id = $1 ORDER BY id LIMIT $3) m
       LEFT JOIN conversation c ON c.id = m.conversation_id WHERE m.sent_at < $2 ORDER BY m.id`,
      [channelId, before, limit],
    );
  }

  /** The oldest direct messages of an organization that were sent before that time; ascending. */
  async oldestDirect(organizationId: OrganizationId, before: Date, limit: number): Promise<DoomedMessage[]> {
    const oldest = await this.database.rows<DoomedMessage>(
      `SELECT ${DOOMED} FROM message m JOIN conversation c ON c.id = m.conversation_id
       WHERE m.organization_id = $1 AND m.conversation_id IS NOT NULL AND m.sent_at < $2 ORDER BY m.sent_at LIMIT $3`,
      [organizationId, before, limit],
    );
    return oldest.sort((one, other) => one.id - other.id);
  }

  /** Which of the channels have a message, among their `limit` oldest, that was sent before the time given for each. */
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
}
