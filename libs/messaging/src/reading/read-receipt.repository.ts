import type { MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { readerState, standingColumns, standingJoins } from '../received/standing.sql';

const ROW = BIT.historical | BIT.hasRow;

@Injectable()
export class ReadReceiptRepository {
  constructor(private readonly database: Database) {}

  /** Users who have the message in their history and have read it; ascending. */
  async readersOf(messageId: MessageId): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `WITH target AS MATERIALIZED (SELECT id, channel_id, conversation_id, move_id FROM message WHERE id = $1),
       place AS (
         SELECT channel_id FROM target WHERE channel_id IS NOT NULL
         UNION SELECT v.origin_channel_id FROM target JOIN channel_move v ON v.id = target.move_id
         UNION SELECT h.channel_id FROM target JOIN move_hop h ON h.move_id = target.move_id),
       candidate AS MATERIALIZED (
         SELECT p.user_id FROM target JOIN conversation_participant p ON p.conversation_id = target.conversation_id
         UNION SELECT s.user_id FROM place JOIN subscription_interval s ON s.channel_id = place.channel_id
         UNION SELECT f.user_id FROM message_flag f WHERE f.message_id = $1 AND f.flags & ${ROW} <> 0)
       SELECT candidate.user_id AS "userId" FROM candidate
       CROSS JOIN LATERAL (
         WITH ${readerState('candidate.user_id')}
         SELECT ${standingColumns('candidate.user_id')}
         FROM message m ${standingJoins('candidate.user_id')} WHERE m.id = $1) standing
       WHERE (standing."isReceived" OR standing.bits & ${ROW} <> 0) AND NOT standing."isUnread"
       ORDER BY 1`,
      [messageId],
    );
    return rows.map(({ userId }) => userId);
  }
}
