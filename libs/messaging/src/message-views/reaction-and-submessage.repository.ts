import type { MessageId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Reaction } from '../records/reaction';
import type { Submessage } from '../records/submessage';

/** The reactions and submessages of one message, each in the order of creation; never empty. */
export interface ReactionsAndSubmessages {
  readonly reactions?: readonly Reaction[];
  readonly submessages?: readonly Submessage[];
}

interface Row {
  messageId: MessageId;
  reactions: Reaction[] | null;
  submessages: Submessage[] | null;
}

const OF = prepared(`
  SELECT wanted.id AS "messageId", r.reactions, s.submessages FROM unnest($1::bigint[]) AS wanted (id)
  LEFT JOIN (
    SELECT message_id, json_agg(json_build_object('userId', user_id, 'type', emoji_type, 'code', emoji_code,
      'name', emoji_name) ORDER BY id) AS reactions
    FROM reaction WHERE message_id = ANY ($1::bigint[]) GROUP BY message_id) r ON r.message_id = wanted.id
  LEFT JOIN (
    SELECT message_id, json_agg(json_build_object('id', id, 'senderId', sender_id, 'type', type, 'content', content)
      ORDER BY id) AS submessages
    FROM submessage WHERE message_id = ANY ($1::bigint[]) GROUP BY message_id) s ON s.message_id = wanted.id
  WHERE r.message_id IS NOT NULL OR s.message_id IS NOT NULL`);

/** Reads and removes reactions and submessages of messages. */
@Injectable()
export class ReactionAndSubmessageRepository {
  constructor(private readonly database: Database) {}

  /** Of those of the messages that have any. One statement for all. */
  async of(messageIds: readonly MessageId[]): Promise<ReadonlyMap<MessageId, ReactionsAndSubmessages>> {
    if (messageIds.length === 0) return new Map();
    const rows = await this.database.rows<Row>(OF, [messageIds]);
    return new Map(
      rows.map(({ messageId, reactions, submessages }) => [
        messageId,
        { ...(reactions ? { reactions } : {}), ...(submessages ? { submessages } : {}) },
      ]),
    );
  }

  /** Removed together with their messages. */
  async remove(messageIds: readonly MessageId[]): Promise<void> {
    await this.database.write(
      `WITH reactions AS (DELETE FROM reaction WHERE message_id = ANY ($1::bigint[]))
       DELETE FROM submessage WHERE message_id = ANY ($1::bigint[])`,
      [messageIds],
    );
  }
}
