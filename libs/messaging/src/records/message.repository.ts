import { type ChannelId, type MessageId, NO_USER, type OrganizationId, type UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import type { MessageStanding, NewMessage, ViewedMessage } from './message';
import { chainsOf, wasSentBefore } from '../received/passage.sql';
import { readerState, standingColumns, standingJoins, wasAway } from '../received/standing.sql';
import { receiversAmong } from './flag.repository';
import { FORGET_EMPTY_CHAINS } from './move-chains.sql';

/** The user who reads, and the organization. */
export interface ReadingUser {
  readonly userId: number;
  readonly organizationId: number;
}

/** A write that the caller sends together with its client events. */
export interface Write {
  readonly text: string;
  readonly values: readonly unknown[];
  /** A second write. Its parameters are the last of the values. */
  readonly extraWrite: string | null;
}

/** Channels, and participants of conversations: all that may have to be locked for messages. */
export interface Places {
  readonly channelIds: readonly ChannelId[];
  readonly participantIds: readonly UserId[];
}

const INSERT = `INSERT INTO message (id, organization_id, channel_id, conversation_id, topic, sender_id, content,
  rendered_content, renderer_version, is_me_message, has_link, has_image, has_attachment, mentions_channel, mentions_topic, read_rule, client, sent_at, named_ids, partaker_ids)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
    ${receiversAmong('$19', '$3')}, ${receiversAmong('$20', '$3')})`;

/** As `INSERT`, of many messages that keep no lists. */
const INSERT_ALL = `INSERT INTO message (id, organization_id, channel_id, conversation_id, topic, sender_id, content,
  rendered_content, renderer_version, is_me_message, has_link, has_image, has_attachment, mentions_channel, mentions_topic, read_rule, client, sent_at)
  SELECT id, "organizationId", "channelId", "conversationId", topic, "senderId", content, html, "rendererVersion", "isMeMessage",
    "hasLink", "hasImage", "hasAttachment", "mentionsChannel", "mentionsTopic", "readRule", client, "sentAt"
  FROM json_to_recordset($1::json) AS new (id bigint, "organizationId" bigint, "channelId" bigint, "conversationId" bigint,
    topic text, "senderId" bigint, content text, html text, "rendererVersion" int, "isMeMessage" boolean, "hasLink" boolean,
    "hasImage" boolean, "hasAttachment" boolean, "mentionsChannel" boolean, "mentionsTopic" boolean, "readRule" smallint,
    client text, "sentAt" timestamptz)
  ORDER BY id`;

const STANDING = `m.id, m.channel_id AS "channelId", m.conversation_id AS "conversationId", m.topic,
  c.participant_ids AS "participantIds", ${standingColumns('$1')}`;

/**
 * The columns of `ViewedMessage` for the message `m` and the user `$1`, after `VIEWED_JOINS`, in a statement that has
 * `readerState`.
 */
export const VIEWED = `${STANDING}, m.sender_id AS "senderId", m.content, m.rendered_content AS html,
  m.is_me_message AS "isMeMessage", m.client, m.edit_history AS edits, floor(extract(epoch FROM m.sent_at))::bigint AS "sentAt"`;

/** That phones may have to be told of the message: who listens to its place is found out behind the send (ADR 24). */
const ADD_CANDIDATES =
  'INSERT INTO push_due (message_id, organization_id, user_ids, is_whole) VALUES ($1, $2, $21, true)';

const ADD_ALL_CANDIDATES = `INSERT INTO push_due (message_id, organization_id, user_ids, is_whole)
  SELECT "messageId", "organizationId", "userIds", true
  FROM json_to_recordset($2::json) AS due ("messageId" bigint, "organizationId" bigint, "userIds" bigint[])
  ORDER BY "messageId"`;

export const VIEWED_JOINS = `LEFT JOIN conversation c ON c.id = m.conversation_id ${standingJoins('$1')}`;

/** Direct messages only from the user's own conversations. */
const BY_IDS = (columns: string): string => `
  WITH ${readerState('$1')}
  SELECT ${columns} FROM message m ${VIEWED_JOINS}
  WHERE m.id = ANY ($3::bigint[]) AND m.organization_id = $2 AND (m.conversation_id IS NULL OR $1 = ANY (c.participant_ids))
  ORDER BY m.id`;

const VIEWED_BY_IDS = BY_IDS(VIEWED);

/** Without a user's state: all messages are unread. */
const STATELESS_BY_IDS = `
  WITH ${readerState('$1')}
  SELECT ${VIEWED} FROM message m ${VIEWED_JOINS} WHERE m.id = ANY ($3::bigint[]) AND m.organization_id = $2 ORDER BY m.id`;
const STANDING_BY_IDS = BY_IDS(STANDING);

/** A message to write; `candidateIds` are the individually addressed users who may get push notifications, `null`: none. */
export interface Insertion {
  readonly message: NewMessage;
  readonly candidateIds: readonly UserId[] | null;
}

@Injectable()
export class MessageRepository {
  constructor(private readonly database: Database) {}

  insertion({ message, candidateIds }: Insertion): Write {
    return {
      text: INSERT,
      extraWrite: candidateIds === null ? null : ADD_CANDIDATES,
      values: [
        message.id,
        message.organizationId,
        message.channelId,
        message.conversationId,
        message.topic,
        message.senderId,
        message.content,
        message.html,
        message.rendererVersion,
        message.isMeMessage,
        message.hasLink,
        message.hasImage,
        message.hasAttachment,
        message.mentionsChannel,
        message.mentionsTopic,
        message.readRule,
        message.client,
        message.sentAt,
        message.namedIds,
        message.partakerIds,
        ...(candidateIds === null ? [] : [candidateIds]),
      ],
    };
  }

  /** Many messages, none of which keeps lists. */
  insertions(all: readonly Insertion[]): Write {
    const due = all.flatMap(({ message: { id, organizationId }, candidateIds }) =>
      candidateIds === null ? [] : [{ messageId: id, organizationId, userIds: candidateIds }],
    );
    const messages = JSON.stringify(all.map(({ message }) => message));
    if (due.length === 0) return { text: INSERT_ALL, values: [messages], extraWrite: null };
    return { text: INSERT_ALL, values: [messages, JSON.stringify(due)], extraWrite: ADD_ALL_CANDIDATES };
  }

  /** Does not check access: `MessageAccess` decides whether the channel is readable. */
  find({ userId, organizationId }: ReadingUser, id: number): Promise<ViewedMessage | null> {
    return this.database.row<ViewedMessage>(VIEWED_BY_IDS, [userId, organizationId, [id]]);
  }

  /** The messages without any user's rows; ascending. The caller checks access. */
  ofNobody(organizationId: OrganizationId, ids: readonly MessageId[]): Promise<ViewedMessage[]> {
    return this.database.rows<ViewedMessage>(STATELESS_BY_IDS, [NO_USER, organizationId, ids]);
  }

  /** Ascending. Absent messages and those of other users' conversations are left out. */
  standings({ userId, organizationId }: ReadingUser, ids: readonly number[]): Promise<MessageStanding[]> {
    return this.database.rows<MessageStanding>(STANDING_BY_IDS, [userId, organizationId, ids]);
  }

  /** The places of the messages, with the participants of the conversations among them. */
  async placesOf({ organizationId }: Pick<ReadingUser, 'organizationId'>, ids: readonly number[]): Promise<Places> {
    const rows = await this.database.rows<{ channelId: ChannelId | null; participantIds: UserId[] | null }>(
      `SELECT DISTINCT m.channel_id AS "channelId", c.participant_ids AS "participantIds"
       FROM message m LEFT JOIN conversation c ON c.id = m.conversation_id
       WHERE m.id = ANY ($2::bigint[]) AND m.organization_id = $1`,
      [organizationId, ids],
    );
    return {
      channelIds: rows.flatMap(({ channelId }) => channelId ?? []),
      participantIds: [...new Set(rows.flatMap(({ participantIds }) => participantIds ?? []))],
    };
  }

  /**
   * The channels that messages of a user's personal history can be in. Their number depends only on what the user did.
   */
  async channelsOfHistory(userId: UserId): Promise<ChannelId[]> {
    const rows = await this.database.rows<{ id: ChannelId }>(
      prepared(
        `SELECT s.channel_id AS id FROM subscription_interval s WHERE s.user_id = $1
         UNION SELECT m.channel_id FROM message_flag f JOIN message m ON m.id = f.message_id
         WHERE f.user_id = $1 AND f.flags & ${BIT.historical | BIT.hasRow} <> 0 AND m.channel_id IS NOT NULL`,
      ),
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Removes the messages with their flags, and chains of moves that no other message has. Bits in read blocks remain
   * and have no effect.
   */
  async remove(ids: readonly MessageId[]): Promise<void> {
    const removed = await this.database.rows<{ moveId: number | null }>(
      `WITH flags AS (DELETE FROM message_flag WHERE message_id = ANY ($1::bigint[]))
       DELETE FROM message WHERE id = ANY ($1::bigint[]) RETURNING move_id AS "moveId"`,
      [ids],
    );
    const chains = new Set(removed.flatMap(({ moveId }) => moveId ?? []));
    if (chains.size > 0) await this.database.write(FORGET_EMPTY_CHAINS, [[...chains]]);
  }

  /** Users who have sent a message in a topic or reacted to one. */
  async partakers(channelId: ChannelId, topic: string): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT sender_id AS "userId" FROM message WHERE channel_id = $1 AND lower(topic) = lower($2)
       UNION SELECT r.user_id FROM message m JOIN reaction r ON r.message_id = m.id
         WHERE m.channel_id = $1 AND lower(m.topic) = lower($2)`,
      [channelId, topic],
    );
    return rows.map(({ userId }) => userId);
  }

  /** The newest message that the user received, or null. */
  async newestReceived(userId: number): Promise<MessageId | null> {
    const row = await this.database.row<{ id: MessageId | null }>(
      `WITH ${readerState('$1')}, sent AS (
         SELECT (SELECT m.id FROM message m
                 WHERE m.channel_id = s.channel_id AND m.id > s.from_position AND m.id < s.to_position
                   AND m.move_id IS NULL AND NOT ${wasAway('m.id')} ORDER BY m.id DESC LIMIT 1) AS id
         FROM subscription_interval s WHERE s.user_id = $1
         UNION ALL
         SELECT (SELECT m.id FROM message m WHERE m.conversation_id = p.conversation_id AND NOT ${wasAway('m.id')}
                 ORDER BY m.id DESC LIMIT 1)
         FROM conversation_participant p WHERE p.user_id = $1),
       newest AS MATERIALIZED (SELECT coalesce(max(id), 0) AS id FROM sent),
       moved AS (
         SELECT m.id
         FROM (SELECT v.*, passage.is_gained ${chainsOf('$1')} AND v.max_message_id > (SELECT id FROM newest)) chain
         JOIN message m ON m.move_id = chain.id AND m.id > (SELECT id FROM newest)
         WHERE chain.is_gained OR (NOT ${wasAway('m.id')} AND ${wasSentBefore('$1', 'chain')}))
       SELECT nullif(greatest((SELECT id FROM newest), (SELECT max(id) FROM moved)), 0) AS id`,
      [userId],
    );
    return row?.id ?? null;
  }
}
