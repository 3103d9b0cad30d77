import type { MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Submessage } from '../records/submessage';
import { WIDGET } from './widget';

/** Writers hold the message's lock, except when the message is being sent. */
@Injectable()
export class SubmessageRepository {
  constructor(private readonly database: Database) {}

  async insert(messageId: MessageId, { senderId, type, content }: Omit<Submessage, 'id'>): Promise<Submessage> {
    const row = await this.database.row<{ id: number }>(
      'INSERT INTO submessage (message_id, sender_id, type, content) VALUES ($1, $2, $3, $4) RETURNING id',
      [messageId, senderId, type, content],
    );
    return { id: row!.id, senderId, type, content };
  }

  /** Whether the user has added a submessage to the message. */
  async hasOf(messageId: MessageId, senderId: UserId): Promise<boolean> {
    const row = await this.database.row('SELECT FROM submessage WHERE message_id = $1 AND sender_id = $2 LIMIT 1', [
      messageId,
      senderId,
    ]);
    return row !== null;
  }

  /** The JSON of the message's widget; `null`: it has none. */
  async widgetOn(messageId: MessageId): Promise<string | null> {
    const row = await this.database.row<{ content: string }>(
      'SELECT content FROM submessage WHERE message_id = $1 AND type = $2 ORDER BY id LIMIT 1',
      [messageId, WIDGET],
    );
    return row?.content ?? null;
  }
}
