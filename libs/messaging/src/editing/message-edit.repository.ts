import type { MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { StoredEdit } from '../records/edit-history';
import { BIT, Mark } from '../received/flag';
import type { EditableMessage } from '../records/message';
import type { ThreadAges } from '../changes/message-edit';
import type { ThreadPart } from '../moving/thread-move';
import { VIEWED, VIEWED_JOINS } from '../records/message.repository';
import { unfolding } from '../records/flag.repository';
import type { Asker } from '../narrows/narrow.sql';
import { isInHistory, readerState, standingColumns, standingJoins } from '../received/standing.sql';

/** A message of a topic that goes with another one. */
export interface ThreadMessage {
  readonly id: MessageId;
  /** As it is spelled there. */
  readonly topic: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  /** So many users it keeps a list of, because it mentions many; absent: not asked. */
  readonly namedCount?: number;
}

/** Messages of one user; ascending. */
export interface Marked {
  readonly userId: UserId;
  readonly messageIds: readonly MessageId[];
}

/** A text that takes the place of another one. */
export interface NewText {
  readonly content: string;
  readonly html: string;
  readonly rendererVersion: number;
  readonly isMeMessage: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  readonly mentionsChannel: boolean;
  readonly mentionsTopic: boolean;
}

/** What a text says of its readers. */
const OF_TEXT = BIT.mentioned | BIT.topicWildcard | BIT.alertWord;

/** The messages `m` of a part, whose values come first; after `readerState('$1')`. */
const IN_PART = `m.channel_id = $2 AND lower(m.topic) = lower($3) AND m.id >= $4 AND ($5::bigint IS NULL OR m.id < $5)
  AND ($1::bigint IS NULL OR ${isInHistory('$1')})`;

const partValues = ({ receivedBy, channelId, topic, lowestId, belowId }: ThreadPart): unknown[] => [
  receivedBy,
  channelId,
  topic,
  lowestId,
  belowId,
];

/** Messages that get another text, and those that move with another one. */
@Injectable()
export class MessageEditRepository {
  constructor(private readonly database: Database) {}

  /** Whether or not its channel may be read: that is for `MessageAccess` to say. */
  find({ userId, organizationId }: Asker, id: number): Promise<EditableMessage | null> {
    return this.database.row<EditableMessage>(
      `WITH ${readerState('$1')}
       SELECT ${VIEWED}, EXISTS (SELECT FROM submessage s WHERE s.message_id = m.id AND s.type = 'widget') AS "isWidget"
       FROM message m ${VIEWED_JOINS}
       WHERE m.id = $3 AND m.organization_id = $2 AND (m.conversation_id IS NULL OR $1 = ANY (c.participant_ids))`,
      [userId, organizationId, id],
    );
  }

  /** The newest of them; ascending by id. */
  async newestOfThread(part: ThreadPart, limit: number): Promise<ThreadMessage[]> {
    const newest = await this.database.rows<ThreadMessage>(
      `WITH ${readerState('$1')}
       SELECT m.id, m.topic, floor(extract(epoch FROM m.sent_at))::bigint AS "sentAt",
         coalesce(cardinality(m.named_ids), 0) AS "namedCount"
       FROM message m WHERE ${IN_PART} ORDER BY m.id DESC LIMIT $6`,
      [...partValues(part), limit],
    );
    return newest.reverse();
  }

  /** @param since UNIX seconds; what was sent before is too old */
  async agesOfThread(part: ThreadPart, since: number): Promise<ThreadAges> {
    const row = await this.database.row<ThreadAges>(
      `WITH ${readerState('$1')}
       SELECT count(*) AS total, count(*) FILTER (WHERE m.sent_at >= to_timestamp($6)) AS allowed,
         min(m.id) FILTER (WHERE m.sent_at >= to_timestamp($6)) AS "firstAllowedId"
       FROM message m WHERE ${IN_PART}`,
      [...partValues(part), since],
    );
    return row!;
  }

  /** Whether one of them is not in that range of ids. */
  async isMoreThan(part: ThreadPart, fromId: number, toId: number): Promise<boolean> {
    const row = await this.database.row<{ isMore: boolean }>(
      `WITH ${readerState('$1')}
       SELECT EXISTS (SELECT FROM message m WHERE ${IN_PART} AND (m.id < $6 OR m.id > $7)) AS "isMore"`,
      [...partValues(part), fromId, toId],
    );
    return row!.isMore;
  }

  /**
   * The edit comes first in the history; `isOfMove`: in the place of the move of the same request. Those whom the message
   * named itself have rows from now on. Answers whether the text that was there mentioned its channel.
   */
  async rewrite(id: MessageId, text: NewText, edit: StoredEdit, isOfMove: boolean): Promise<boolean> {
    const row = await this.database.row<{ mentionedChannel: boolean }>(
      `WITH before AS (SELECT mentions_channel, named_ids FROM message WHERE id = $1),
       unfolded AS (${unfolding('SELECT $1::bigint AS id, named_ids FROM before')})
       UPDATE message SET named_ids = NULL, content = $2, rendered_content = $3, renderer_version = $4, is_me_message = $5, has_link = $6,
         has_image = $7, has_attachment = $8, mentions_channel = $9, mentions_topic = $10,
         edit_history = jsonb_build_array($11::jsonb) || CASE WHEN $12 THEN edit_history - 0 ELSE coalesce(edit_history, '[]') END
       WHERE id = $1 RETURNING (SELECT mentions_channel FROM before) AS "mentionedChannel"`,
      [
        id,
        text.content,
        text.html,
        text.rendererVersion,
        text.isMeMessage,
        text.hasLink,
        text.hasImage,
        text.hasAttachment,
        text.mentionsChannel,
        text.mentionsTopic,
        JSON.stringify(edit),
        isOfMove,
      ],
    );
    return row!.mentionedChannel;
  }

  /**
   * What the text of a message says of its readers is this from now on, and nothing of anybody else. Rows of those who are
   * flagged are held first: their own changes, which hold other locks, come before or after. Answers what it said.
   */
  async remark(id: MessageId, marks: readonly Mark[]): Promise<Mark[]> {
    const before = await this.database.rows<Mark>(
      `SELECT user_id AS "userId", flags & ${OF_TEXT} AS bits FROM message_flag
       WHERE message_id = $1 AND flags & ${OF_TEXT} <> 0 ORDER BY user_id FOR UPDATE`,
      [id],
    );
    await this.database.write(
      `WITH wanted AS (SELECT * FROM unnest($2::bigint[], $3::smallint[]) AS wanted (user_id, bits)),
       emptied AS (
         DELETE FROM message_flag f WHERE f.message_id = $1 AND f.flags & ~${OF_TEXT} = 0
           AND NOT EXISTS (SELECT FROM wanted WHERE wanted.user_id = f.user_id)),
       cleared AS (
         UPDATE message_flag f SET flags = f.flags & ~${OF_TEXT}
         WHERE f.message_id = $1 AND f.flags & ${OF_TEXT} <> 0 AND f.flags & ~${OF_TEXT} <> 0
           AND NOT EXISTS (SELECT FROM wanted WHERE wanted.user_id = f.user_id))
       INSERT INTO message_flag (user_id, message_id, flags) SELECT user_id, $1, bits FROM wanted ORDER BY user_id
       ON CONFLICT (user_id, message_id) DO UPDATE SET flags = (message_flag.flags & ~${OF_TEXT}) | excluded.flags`,
      [id, marks.map(({ userId }) => userId), marks.map(({ bits }) => bits)],
    );
    return before;
  }

  /** Which of the messages each of the users has marked so; those who have marked none are absent. */
  marked(ids: readonly MessageId[], userIds: readonly UserId[], bit: number): Promise<Marked[]> {
    return this.database.rows<Marked>(
      `SELECT user_id AS "userId", array_agg(message_id ORDER BY message_id) AS "messageIds" FROM message_flag
       WHERE message_id = ANY ($1::bigint[]) AND user_id = ANY ($2::bigint[]) AND flags & $3::smallint <> 0 GROUP BY user_id`,
      [ids, userIds, bit],
    );
  }

  /** Who has flagged one of the messages so; without a bit: in any way. */
  async markers(ids: readonly MessageId[], bit?: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT DISTINCT user_id AS "userId" FROM message_flag
       WHERE message_id = ANY ($1::bigint[]) AND ($2::smallint IS NULL OR flags & $2::smallint <> 0)`,
      [ids, bit ?? null],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Nothing of the messages is flagged for the users any more. */
  async forgetMarks(ids: readonly MessageId[], userIds: readonly UserId[]): Promise<void> {
    await this.database.write(
      `WITH held AS MATERIALIZED (
         SELECT user_id, message_id FROM message_flag
         WHERE message_id = ANY ($1::bigint[]) AND user_id = ANY ($2::bigint[]) ORDER BY message_id, user_id FOR UPDATE)
       DELETE FROM message_flag f USING held WHERE f.user_id = held.user_id AND f.message_id = held.message_id`,
      [ids, userIds],
    );
  }

  /** Which of the messages each of the users has not read; those who have read all are absent. */
  unread(ids: readonly MessageId[], userIds: readonly UserId[]): Promise<Marked[]> {
    return this.database.rows<Marked>(
      `SELECT reader_id.id AS "userId", array_agg(standing.id ORDER BY standing.id) AS "messageIds"
       FROM unnest($2::bigint[]) AS reader_id (id)
       CROSS JOIN LATERAL (
         WITH ${readerState('reader_id.id')}
         SELECT m.id, ${standingColumns('reader_id.id')} FROM message m ${standingJoins('reader_id.id')}
         WHERE m.id = ANY ($1::bigint[])) standing
       WHERE standing."isUnread" GROUP BY reader_id.id`,
      [ids, userIds],
    );
  }
}
