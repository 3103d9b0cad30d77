import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { REASON, Reason } from './missed-message';
import { VISIBILITY, Visibility } from '../user-topics/user-topic';

/** A new message, with the fields that determine its addressees. */
export interface FreshMessage {
  readonly id: MessageId;
  readonly organizationId: OrganizationId;
  readonly channelId: ChannelId | null;
  readonly topic: string;
  readonly senderId: UserId;
  readonly mentionsChannel: boolean;
}

/** The columns of a `FreshMessage` in the table of messages. */
export const FRESH = `id, organization_id AS "organizationId", channel_id AS "channelId", topic, sender_id AS "senderId",
  mentions_channel AS "mentionsChannel"`;

/** A user to whom a message is addressed. */
export interface Addressed {
  readonly userId: UserId;
  readonly messageId: MessageId;
  readonly reason: Reason;
}

/** The topic policy of a user for the topic of a message. */
export interface TopicWord {
  readonly userId: UserId;
  readonly messageId: MessageId;
  readonly visibility: Visibility;
}

/** The addressees of messages, in set-based queries for any number of messages. */
@Injectable()
export class AddresseeRepository {
  constructor(private readonly database: Database) {}

  /** The existing messages, ascending. */
  messages(messageIds: readonly MessageId[]): Promise<FreshMessage[]> {
    return this.database.rows(`SELECT ${FRESH} FROM message WHERE id = ANY ($1::bigint[]) ORDER BY id`, [messageIds]);
  }

  /** The individual addressees of the messages: direct messages and mentions. */
  addressed(messageIds: readonly MessageId[]): Promise<Addressed[]> {
    return this.database.rows(
      `SELECT p.user_id AS "userId", m.id AS "messageId", ${REASON.direct} AS reason
       FROM message m JOIN conversation_participant p ON p.conversation_id = m.conversation_id
       WHERE m.id = ANY ($1::bigint[]) AND p.user_id <> m.sender_id
       UNION ALL
       SELECT mention.user_id, m.id, min(mention.reason) FROM message m CROSS JOIN LATERAL (
         SELECT f.user_id,
           CASE WHEN f.flags & ${BIT.mentioned} <> 0 THEN ${REASON.mentioned} ELSE ${REASON.topicWildcard} END AS reason
         FROM message_flag f
         WHERE f.message_id = m.id AND f.flags & ${BIT.mentioned | BIT.topicWildcard} <> 0
         UNION ALL SELECT unnest(m.named_ids), ${REASON.mentioned}
         UNION ALL SELECT unnest(m.partaker_ids), ${REASON.topicWildcard} WHERE m.mentions_topic) mention
       WHERE m.id = ANY ($1::bigint[]) AND m.channel_id IS NOT NULL AND mention.user_id <> m.sender_id
       GROUP BY mention.user_id, m.id`,
      [messageIds],
    );
  }

  /** Users who follow the topics of the messages. */
  followers(messageIds: readonly MessageId[]): Promise<Addressed[]> {
    return this.database.rows(
      `SELECT t.user_id AS "userId", m.id AS "messageId", ${REASON.followed} AS reason
       FROM message m JOIN user_topic t ON t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic)
       WHERE m.id = ANY ($1::bigint[]) AND t.visibility_policy = ${VISIBILITY.followed} AND t.user_id <> m.sender_id`,
      [messageIds],
    );
  }

  /** The topic policies of the users for the topics of the messages; only where one is set. */
  topicWords(messageIds: readonly MessageId[], userIds: readonly UserId[]): Promise<TopicWord[]> {
    return this.database.rows(
      `SELECT t.user_id AS "userId", m.id AS "messageId", t.visibility_policy AS visibility
       FROM message m JOIN user_topic t ON t.channel_id = m.channel_id AND lower(t.topic) = lower(m.topic)
       WHERE m.id = ANY ($1::bigint[]) AND t.user_id = ANY ($2::bigint[])`,
      [messageIds, userIds],
    );
  }
}
