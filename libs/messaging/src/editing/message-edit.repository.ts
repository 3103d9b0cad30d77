import type { MessageId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { StoredEdit } from '../records/edit-history';
import { BIT, Lists, Mark } from '../received/flag';
import type { EditableMessage } from '../records/message';
import { ReadingUser, VIEWED, VIEWED_JOINS } from '../records/message.repository';
import { readerState } from '../received/standing.sql';

/** The new text of a message. */
export interface NewText extends Lists {
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

/** What the message itself stores of what its text says of its readers. */
export interface SaidByMessage extends Lists {
  readonly mentionsChannel: boolean;
}

/** The flags that depend on the text. */
const OF_TEXT = BIT.mentioned | BIT.topicWildcard | BIT.alertWord;

/** Changes the text of messages. */
@Injectable()
export class MessageEditRepository {
  constructor(private readonly database: Database) {}

  /** Does not check access: `MessageAccess` decides whether the channel is readable. */
  find({ userId, organizationId }: ReadingUser, id: number): Promise<EditableMessage | null> {
    return this.database.row<EditableMessage>(
      `WITH ${readerState('$1')}
       SELECT ${VIEWED}, EXISTS (SELECT FROM submessage s WHERE s.message_id = m.id AND s.type = 'widget') AS "isWidget"
       FROM message m ${VIEWED_JOINS}
       WHERE m.id = $3 AND m.organization_id = $2 AND (m.conversation_id IS NULL OR $1 = ANY (c.participant_ids))`,
      [userId, organizationId, id],
    );
  }

  /**
   * Stores the new text and adds the edit to the front of the history; `isOfMove`: it replaces the entry of the same
   * request's move. Returns what the former text said of its readers, apart from their rows.
   */
  async rewrite(id: MessageId, text: NewText, edit: StoredEdit, isOfMove: boolean): Promise<SaidByMessage> {
    const row = await this.database.row<SaidByMessage>(
      `WITH before AS (
         SELECT mentions_channel, named_ids, CASE WHEN mentions_topic THEN partaker_ids END AS partaker_ids
         FROM message WHERE id = $1)
       UPDATE message SET content = $2, rendered_content = $3, renderer_version = $4, is_me_message = $5, has_link = $6,
         has_image = $7, has_attachment = $8, mentions_channel = $9, mentions_topic = $10, named_ids = $13, partaker_ids = $14,
         edit_history = jsonb_build_array($11::jsonb) || CASE WHEN $12 THEN edit_history - 0 ELSE coalesce(edit_history, '[]') END
       FROM before WHERE id = $1
       RETURNING before.mentions_channel AS "mentionsChannel", before.named_ids AS "namedIds", before.partaker_ids AS "partakerIds"`,
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
        text.namedIds,
        text.partakerIds,
      ],
    );
    return row!;
  }

  /**
   * Sets the flags that depend on the text, and removes them from other users. The rows of flagged users are locked
   * first, so that concurrent changes by these users, which hold other locks, run before or after. Returns the former
   * flags.
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
}
