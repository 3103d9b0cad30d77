import type { MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Reaction } from '../records/reaction';

const COLUMNS = 'user_id AS "userId", emoji_type AS type, emoji_code AS code, emoji_name AS name';

/** Writers hold the message's lock. */
@Injectable()
export class ReactionRepository {
  constructor(private readonly database: Database) {}

  /** The name of that emoji on the message; `null`: the message does not have it. */
  async nameOn(messageId: MessageId, { type, code }: Pick<Reaction, 'type' | 'code'>): Promise<string | null> {
    const row = await this.database.row<{ name: string }>(
      `SELECT emoji_name AS name FROM reaction WHERE message_id = $1 AND emoji_type = $2 AND emoji_code = $3 LIMIT 1`,
      [messageId, type, code],
    );
    return row?.name ?? null;
  }

  /** The user's own reaction of that type and name; of several the oldest. */
  async ownNamed(messageId: MessageId, userId: UserId, type: string, name: string): Promise<Reaction | null> {
    return this.database.row<Reaction>(
      `SELECT ${COLUMNS} FROM reaction
       WHERE message_id = $1 AND user_id = $2 AND emoji_type = $3 AND emoji_name = $4 ORDER BY id LIMIT 1`,
      [messageId, userId, type, name],
    );
  }

  /** `false`: the reaction exists. */
  async insert(messageId: MessageId, { userId, type, code, name }: Reaction): Promise<boolean> {
    const written = await this.database.write(
      `INSERT INTO reaction (message_id, user_id, emoji_type, emoji_code, emoji_name) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [messageId, userId, type, code, name],
    );
    return written > 0;
  }

  /** Returns the removed reaction; `null`: there is none. */
  async remove(messageId: MessageId, userId: UserId, type: string, code: string): Promise<Reaction | null> {
    return this.database.row<Reaction>(
      `DELETE FROM reaction WHERE message_id = $1 AND user_id = $2 AND emoji_type = $3 AND emoji_code = $4
       RETURNING ${COLUMNS}`,
      [messageId, userId, type, code],
    );
  }
}
