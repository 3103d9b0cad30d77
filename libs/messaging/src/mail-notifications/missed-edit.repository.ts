import type { MessageId, UserId } from '@app/kernel';
import { Database, ChunkedRows } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { NewMentions } from '../received/new-mentions';
import type { FreshMessage } from './addressee.repository';

/** An edited message, with the users whom it addresses since then. */
export interface MissedEdit {
  readonly id: number;
  /** Users up to this one are done. */
  readonly doneUserId: number;
  readonly message: FreshMessage;
  readonly mentions: NewMentions;
}

type Row = FreshMessage & {
  editId: number;
  doneUserId: number;
  namedIds: UserId[];
  topicIds: UserId[];
  ofChannel: boolean;
};

@Injectable()
export class MissedEditRepository extends ChunkedRows {
  constructor(database: Database) {
    super(database, 'missed_edit');
  }

  async insert(messageId: MessageId, { namedIds, topicIds, ofChannel }: NewMentions): Promise<void> {
    await this.database.write(
      'INSERT INTO missed_edit (message_id, named_ids, topic_ids, of_channel) VALUES ($1, $2, $3, $4)',
      [messageId, namedIds, topicIds, ofChannel],
    );
  }

  /** The oldest edits of existing messages. */
  async look(limit: number): Promise<MissedEdit[]> {
    const rows = await this.database.rows<Row>(
      `SELECT e.id AS "editId", e.done_user_id AS "doneUserId", m.id, m.organization_id AS "organizationId",
         m.channel_id AS "channelId", m.topic, m.sender_id AS "senderId", m.mentions_channel AS "mentionsChannel",
         e.named_ids AS "namedIds", e.topic_ids AS "topicIds", e.of_channel AS "ofChannel"
       FROM missed_edit e JOIN message m ON m.id = e.message_id ORDER BY e.id LIMIT $1`,
      [limit],
    );
    return rows.map(({ editId, doneUserId, namedIds, topicIds, ofChannel, ...message }) => ({
      id: editId,
      doneUserId,
      message,
      mentions: { namedIds, topicIds, ofChannel },
    }));
  }

  /** Removes edits of deleted messages. */
  async removeOrphans(): Promise<void> {
    await this.database.write(
      'DELETE FROM missed_edit e WHERE NOT EXISTS (SELECT FROM message m WHERE m.id = e.message_id)',
    );
  }

  async waiting(): Promise<number> {
    const row = await this.database.row<{ waiting: number }>('SELECT count(*) AS waiting FROM missed_edit');
    return row!.waiting;
  }
}
