import type { Client, Pool } from 'pg';

/**
 * The classic design beside Parley's, in the same database: a row for each user and message. Only some users have rows,
 * as many as they would have: with all two thousand users the table would have 130 million rows.
 */
export async function addRecipientRows(client: Client, userIds: readonly number[]): Promise<void> {
  await client.query(
    'CREATE TABLE recipient_row (user_id bigint NOT NULL, message_id bigint NOT NULL, flags bigint NOT NULL)',
  );
  for (const userId of userIds) {
    await client.query(
      `INSERT INTO recipient_row
       SELECT DISTINCT $1::bigint, m.id,
         CASE WHEN m.id <= r.read_floor OR (m.read_rule = 1 AND m.sender_id = $1)
           OR coalesce(get_bit(b.bits, (m.id & 4095)::int), 0) = 1 THEN 1 ELSE 0 END
       FROM message m JOIN user_read_state r ON r.user_id = $1
       LEFT JOIN read_block b ON b.user_id = $1 AND b.block = m.id >> 12
       WHERE EXISTS (SELECT FROM subscription_period s WHERE s.user_id = $1 AND s.channel_id = m.channel_id
           AND s.from_position < m.id AND m.id < s.to_position)
         OR m.conversation_id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = $1)
       ORDER BY m.id`,
      [userId],
    );
  }
  await client.query('ALTER TABLE recipient_row ADD PRIMARY KEY (user_id, message_id)');
  await client.query('CREATE INDEX recipient_row_unread ON recipient_row (user_id, message_id) WHERE flags & 1 = 0');
  await client.query('CREATE INDEX recipient_row_message ON recipient_row (message_id)');
  await client.query('VACUUM ANALYZE recipient_row');
}

/** The queries and writes of the classic design, each as one statement of a user `$1`. */
export const CLASSIC = {
  unread: `SELECT m.id, m.channel_id, m.topic, m.conversation_id, r.flags FROM recipient_row r JOIN message m ON m.id = r.message_id
    WHERE r.user_id = $1 AND r.flags & 1 = 0 ORDER BY m.id DESC LIMIT 50000`,
  page: `SELECT m.*, r.flags FROM (
      SELECT message_id, flags FROM recipient_row WHERE user_id = $1 ORDER BY message_id DESC LIMIT 100) r
    JOIN message m ON m.id = r.message_id ORDER BY m.id`,
  markRead:
    'UPDATE recipient_row SET flags = flags | 1 WHERE user_id = $1 AND message_id = ANY ($2::bigint[]) AND flags & 1 = 0',
} as const;

/** A send in the classic design: the message, and a row for each subscriber, in one transaction. */
export async function classicSend(pool: Pool, channelId: number, senderId: number): Promise<void> {
  await pool.query(
    `WITH sent AS (
       INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       VALUES (nextval('message_id_seq'), 1, $1, 'bench', $2, 'How much?', '<p>How much?</p>', 0, 'bench', now()) RETURNING id)
     INSERT INTO recipient_row (user_id, message_id, flags)
     SELECT s.user_id, sent.id, 0 FROM sent, subscription s WHERE s.channel_id = $1`,
    [channelId, senderId],
  );
}
