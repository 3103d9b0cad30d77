import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../domain/flag';
import { REASON, Reason } from '../domain/missed-message';
import { VISIBILITY, Visibility } from '../domain/user-topic';

/** A new message, as far as it matters who missed it. */
export interface FreshMessage {
  readonly id: MessageId;
  readonly organizationId: OrganizationId;
  readonly channelId: ChannelId | null;
  readonly topic: string;
  readonly senderId: UserId;
  readonly mentionsChannel: boolean;
}

/** Somebody to whom a message is addressed. */
export interface Addressed {
  readonly userId: UserId;
  readonly messageId: MessageId;
  readonly reason: Reason;
}

export interface Missed extends Addressed {
  readonly organizationId: OrganizationId;
}

/** What a user said of the topic of a message. */
export interface TopicWord {
  readonly userId: UserId;
  readonly messageId: MessageId;
  readonly visibility: Visibility;
}

@Injectable()
export class MissedMessageRepository {
  constructor(private readonly database: Database) {}

  /** Up to which message everything is done; null: somebody else is at it. Held to the end of the transaction. */
  async holdCursor(): Promise<number | null> {
    const row = await this.database.row<{ upto: number }>(
      'SELECT upto FROM missed_message_cursor FOR UPDATE SKIP LOCKED',
    );
    return row?.upto ?? null;
  }

  async moveCursor(upto: number): Promise<void> {
    await this.database.write('UPDATE missed_message_cursor SET upto = greatest(upto, $1)', [upto]);
  }

  /** Ascending. */
  fresh(after: number, upto: number, limit: number): Promise<FreshMessage[]> {
    return this.database.rows(
      `SELECT id, organization_id AS "organizationId", channel_id AS "channelId", topic, sender_id AS "senderId",
         mentions_channel AS "mentionsChannel"
       FROM message WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3`,
      [after, upto, limit],
    );
  }

  /** Whether the next message from that id on was sent within the last hours, or there is none. */
  async isLate(id: number, hours: number): Promise<boolean> {
    const row = await this.database.row<{ late: boolean }>(
      `SELECT sent_at > now() - $2 * interval '1 hour' AS late FROM message WHERE id >= $1 ORDER BY id LIMIT 1`,
      [id, hours],
    );
    return row?.late ?? true;
  }

  /** To whom the messages are addressed one by one: direct messages, and mentions. */
  addressed(messageIds: readonly MessageId[]): Promise<Addressed[]> {
    return this.database.rows(
      `SELECT p.user_id AS "userId", m.id AS "messageId", ${REASON.direct} AS reason
       FROM message m JOIN conversation_participant p ON p.conversation_id = m.conversation_id
       WHERE m.id = ANY ($1::bigint[]) AND p.user_id <> m.sender_id
       UNION ALL
       SELECT f.user_id, f.message_id,
         CASE WHEN f.flags & ${BIT.mentioned} <> 0 THEN ${REASON.mentioned} ELSE ${REASON.topicWildcard} END
       FROM message_flag f JOIN message m ON m.id = f.message_id
       WHERE f.message_id = ANY ($1::bigint[]) AND f.flags & ${BIT.mentioned | BIT.topicWildcard} <> 0
         AND f.user_id <> m.sender_id AND m.channel_id IS NOT NULL`,
      [messageIds],
    );
  }

  /** Who follows the topics of the messages. */
  followers(messageIds: readonly MessageId[]): Promise<Addressed[]> {
    return this.database.rows(
      `SELECT t.user_id AS "userId", m.id AS "messageId", ${REASON.followed} AS reason
       FROM message m JOIN user_topic t ON t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic)
       WHERE m.id = ANY ($1::bigint[]) AND t.visibility_policy = ${VISIBILITY.followed} AND t.user_id <> m.sender_id`,
      [messageIds],
    );
  }

  /** What the users said of the topics of the messages; nothing where they said nothing. */
  topicWords(messageIds: readonly MessageId[], userIds: readonly UserId[]): Promise<TopicWord[]> {
    return this.database.rows(
      `SELECT t.user_id AS "userId", m.id AS "messageId", t.visibility_policy AS visibility
       FROM message m JOIN user_topic t ON t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic)
       WHERE m.id = ANY ($1::bigint[]) AND t.user_id = ANY ($2::bigint[])`,
      [messageIds, userIds],
    );
  }

  /** Of several reasons the strongest stays. */
  async insert(missed: readonly (Missed & { seconds: number })[]): Promise<void> {
    if (missed.length === 0) return;
    await this.database.write(
      `INSERT INTO missed_message (user_id, message_id, organization_id, reason, due_at)
       SELECT "userId", "messageId", "organizationId", min(reason), now() + min(seconds) * interval '1 second'
       FROM jsonb_to_recordset($1::jsonb) AS m ("userId" bigint, "messageId" bigint, "organizationId" bigint,
         reason smallint, seconds integer)
       GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING`,
      [JSON.stringify(missed)],
    );
  }

  /** Users of whom something is due, longest first. */
  async due(limit: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM missed_message WHERE due_at <= now()
       GROUP BY user_id ORDER BY min(due_at) LIMIT $1`,
      [limit],
    );
    return rows.map(({ userId }) => userId);
  }

  /** All of a user's, also what is not due yet; none when somebody else is at them. To be removed in the transaction. */
  hold(userId: UserId, limit: number): Promise<Missed[]> {
    return this.database.rows(
      `SELECT user_id AS "userId", message_id AS "messageId", organization_id AS "organizationId", reason
       FROM missed_message WHERE user_id = $1 ORDER BY message_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [userId, limit],
    );
  }

  async remove(userId: UserId, messageIds: readonly MessageId[]): Promise<void> {
    await this.database.write('DELETE FROM missed_message WHERE user_id = $1 AND message_id = ANY ($2::bigint[])', [
      userId,
      messageIds,
    ]);
  }

  async postpone(userId: UserId, seconds: number): Promise<void> {
    await this.database.write(
      `UPDATE missed_message SET due_at = now() + $2 * interval '1 second' WHERE user_id = $1`,
      [userId, seconds],
    );
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "oldestSeconds"
       FROM missed_message WHERE due_at <= now()`,
    );
    return row!;
  }
}
