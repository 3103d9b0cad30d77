import type { MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { NewMentions } from '../domain/new-mentions';
import type { FreshMessage } from './addressee.repository';

/** An edited message, and whom it speaks to since then. */
export interface MissedEdit {
  readonly message: FreshMessage;
  readonly mentions: NewMentions;
}

type Row = FreshMessage & { namedIds: UserId[]; topicIds: UserId[]; ofChannel: boolean };

@Injectable()
export class MissedEditRepository {
  constructor(private readonly database: Database) {}

  async insert(messageId: MessageId, { namedIds, topicIds, ofChannel }: NewMentions): Promise<void> {
    await this.database.write(
      'INSERT INTO missed_edit (message_id, named_ids, topic_ids, of_channel) VALUES ($1, $2, $3, $4)',
      [messageId, namedIds, topicIds, ofChannel],
    );
  }

  /** The oldest ones that nobody else is at; gone with the transaction. Messages that are gone are left out. */
  async take(limit: number): Promise<MissedEdit[]> {
    const rows = await this.database.rows<Row>(
      `WITH taken AS (
         DELETE FROM missed_edit WHERE id = ANY (ARRAY (
           SELECT id FROM missed_edit ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING *)
       SELECT m.id, m.organization_id AS "organizationId", m.channel_id AS "channelId", m.topic,
         m.sender_id AS "senderId", m.mentions_channel AS "mentionsChannel", taken.named_ids AS "namedIds",
         taken.topic_ids AS "topicIds", taken.of_channel AS "ofChannel"
       FROM taken JOIN message m ON m.id = taken.message_id ORDER BY taken.id`,
      [limit],
    );
    return rows.map(({ namedIds, topicIds, ofChannel, ...message }) => ({
      message,
      mentions: { namedIds, topicIds, ofChannel },
    }));
  }

  async waiting(): Promise<number> {
    const row = await this.database.row<{ waiting: number }>('SELECT count(*) AS waiting FROM missed_edit');
    return row!.waiting;
  }
}
