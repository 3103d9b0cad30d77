import type { ChannelId, MessageId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Recent notices about resolved and unresolved topics. The caller holds the exclusive lock of the channel. */
@Injectable()
export class ResolutionNoticeRepository {
  constructor(private readonly database: Database) {}

  /** Older rows are removed, because they are no longer needed. */
  async insert(messageId: MessageId): Promise<void> {
    await this.database.write(
      `WITH forgotten AS (DELETE FROM resolution_notice WHERE sent_at < now() - interval '1 hour')
       INSERT INTO resolution_notice (message_id) VALUES ($1)`,
      [messageId],
    );
  }

  /** The newest message of a topic if it is such a notice and at most `seconds` old. */
  async findLast(channelId: ChannelId, topic: string, seconds: number): Promise<MessageId | null> {
    const row = await this.database.row<{ id: MessageId }>(
      `SELECT newest.id FROM (
         SELECT id FROM message WHERE channel_id = $1 AND lower(topic) = lower($2) ORDER BY id DESC LIMIT 1) newest
       JOIN resolution_notice n ON n.message_id = newest.id AND n.sent_at > now() - make_interval(secs => $3)`,
      [channelId, topic, seconds],
    );
    return row?.id ?? null;
  }

  /** Whether a message is in that topic now. */
  async isThere(messageId: MessageId, channelId: ChannelId, topic: string): Promise<boolean> {
    const row = await this.database.row(
      'SELECT FROM message WHERE id = $1 AND channel_id = $2 AND lower(topic) = lower($3)',
      [messageId, channelId, topic],
    );
    return row !== null;
  }
}
