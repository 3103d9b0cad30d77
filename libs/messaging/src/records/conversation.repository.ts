import type { ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** The first step assigns the transaction id and the last one the message id. The order must never change. */
const OPEN = prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT (SELECT id FROM conversation WHERE organization_id = $1 AND participant_ids = $2::bigint[]) AS "conversationId",
         CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS "messageId"
  FROM own`);

/** As `OPEN`, in the order of the list. */
const OPEN_ALL = prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT asked.id AS "conversationId", CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS "messageId"
  FROM own, (
    SELECT (SELECT c.id FROM conversation c
            WHERE c.organization_id = one.organization_id AND c.participant_ids = one.participant_ids) AS id
    FROM json_to_recordset($1::json) AS one (at int, organization_id bigint, participant_ids bigint[])
    ORDER BY one.at OFFSET 0) AS asked`);

const FIND = prepared('SELECT id FROM conversation WHERE organization_id = $1 AND participant_ids = $2::bigint[]');

const MAKE = prepared(`
  WITH made AS (
    INSERT INTO conversation (organization_id, participant_ids) VALUES ($1, $2::bigint[]) ON CONFLICT DO NOTHING RETURNING id),
  new_participants AS (INSERT INTO conversation_participant (user_id, conversation_id) SELECT unnest($2::bigint[]), id FROM made)
  SELECT id FROM made`);

/** One user with each of some others: `$2` with `$3`. */
const PAIRS = `SELECT other, ARRAY[least($2::bigint, other), greatest($2::bigint, other)] AS ids
  FROM unnest($3::bigint[]) AS other ORDER BY other`;

const MAKE_PAIRS = prepared(`
  WITH made AS (
    INSERT INTO conversation (organization_id, participant_ids) SELECT $1, ids FROM (${PAIRS}) pair
    ON CONFLICT DO NOTHING RETURNING id, participant_ids)
  INSERT INTO conversation_participant (user_id, conversation_id) SELECT unnest(participant_ids), id FROM made`);

const OPEN_PAIRS = prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT pair.other AS "userId", c.id AS "conversationId",
         CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS "messageId"
  FROM own, (${PAIRS}) pair JOIN conversation c ON c.organization_id = $1 AND c.participant_ids = pair.ids`);

/** The conversation, null while there is none, and the id of the message. */
interface OpenConversation {
  readonly conversationId: ConversationId | null;
  readonly messageId: MessageId;
}

/**
 * Conversations of direct messages. A set of users has at most one, permanently. `participantIds` ascend, each once.
 */
@Injectable()
export class ConversationRepository {
  constructor(private readonly database: Database) {}

  /** The only read of a send. */
  async open(organizationId: OrganizationId, participantIds: readonly UserId[]): Promise<OpenConversation> {
    return (await this.database.row<OpenConversation>(OPEN, [organizationId, participantIds]))!;
  }

  /** As `open`, for many sends in one statement. The ids of the messages ascend in their order. */
  openAll(
    asked: readonly { organizationId: OrganizationId; participantIds: readonly UserId[] }[],
  ): Promise<OpenConversation[]> {
    const list = asked.map(({ organizationId, participantIds }, at) => ({
      at,
      organization_id: organizationId,
      participant_ids: participantIds,
    }));
    return this.database.rows<OpenConversation>(OPEN_ALL, [JSON.stringify(list)]);
  }

  async find(organizationId: OrganizationId, participantIds: readonly UserId[]): Promise<ConversationId | null> {
    const row = await this.database.row<{ id: ConversationId }>(FIND, [organizationId, participantIds]);
    return row?.id ?? null;
  }

  /** Also correct if another request creates it at the same time. */
  async make(organizationId: OrganizationId, participantIds: readonly UserId[]): Promise<ConversationId> {
    const values = [organizationId, participantIds];
    const made = await this.database.row<{ id: ConversationId }>(MAKE, values);
    const conversation = made ?? (await this.database.row<{ id: ConversationId }>(FIND, values));
    return conversation!.id;
  }

  /**
   * As `open`, for the conversations of one user with each of some others; absent ones are created. Two statements for
   * any number.
   */
  async openPairs(
    organizationId: OrganizationId,
    userId: UserId,
    otherIds: readonly UserId[],
  ): Promise<{ userId: UserId; conversationId: ConversationId; messageId: MessageId }[]> {
    const values = [organizationId, userId, otherIds];
    await this.database.write(MAKE_PAIRS, values);
    return this.database.rows(OPEN_PAIRS, values);
  }

  /** All participants of the conversations; ascending. */
  participants(ids: readonly ConversationId[]): Promise<{ id: ConversationId; participantIds: UserId[] }[]> {
    return this.database.rows(
      'SELECT id, participant_ids AS "participantIds" FROM conversation WHERE id = ANY ($1::bigint[])',
      [ids],
    );
  }

  /**
   * Participants who were deactivated when the messages were sent. Messages that all participants received are absent.
   */
  absent(
    messages: readonly { readonly conversationId: ConversationId; readonly messageId: MessageId }[],
  ): Promise<{ messageId: MessageId; userIds: UserId[] }[]> {
    return this.database.rows(
      `WITH sent AS MATERIALIZED (
         SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS sent (conversation_id, message_id)),
       away AS MATERIALIZED (
         SELECT c.id AS conversation_id, a.user_id, a.from_position, a.to_position
         FROM conversation c JOIN inactive_period a ON a.user_id = ANY (c.participant_ids)
         WHERE c.id IN (SELECT conversation_id FROM sent))
       SELECT sent.message_id AS "messageId", array_agg(DISTINCT away.user_id) AS "userIds"
       FROM sent JOIN away USING (conversation_id)
       WHERE away.from_position < sent.message_id AND sent.message_id < away.to_position GROUP BY sent.message_id`,
      [messages.map(({ conversationId }) => conversationId), messages.map(({ messageId }) => messageId)],
    );
  }

  async hasMessages(conversationId: ConversationId): Promise<boolean> {
    const row = await this.database.row('SELECT id FROM message WHERE conversation_id = $1 LIMIT 1', [conversationId]);
    return row !== null;
  }

  /** The user's conversations with their newest messages, newest first. */
  recent(userId: UserId, limit: number): Promise<{ participantIds: UserId[]; newestId: MessageId }[]> {
    return this.database.rows(
      `SELECT c.participant_ids AS "participantIds", newest.id AS "newestId"
       FROM conversation_participant p JOIN conversation c ON c.id = p.conversation_id
       CROSS JOIN LATERAL (
         SELECT m.id FROM message m WHERE m.conversation_id = c.id ORDER BY m.id DESC LIMIT 1) newest
       WHERE p.user_id = $1 ORDER BY newest.id DESC LIMIT $2`,
      [userId, limit],
    );
  }
}
