import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OPEN_END } from '../received/passage.sql';
import { DRAWN } from '../received/position.sql';

/** Senders whose messages count as read for a user. Callers hold the user's lock. */
@Injectable()
export class SenderMuteRepository {
  constructor(private readonly database: Database) {}

  /** Covers existing messages, later ones, and those that are being sent now. */
  async mute(userId: UserId, senderId: UserId): Promise<void> {
    await this.database.write(
      `INSERT INTO sender_mute (user_id, sender_id, upto_position) VALUES ($1, $2, ${OPEN_END})
       ON CONFLICT (user_id, sender_id) DO UPDATE SET upto_position = excluded.upto_position`,
      [userId, senderId],
    );
  }

  /** Messages sent until now remain read. */
  async unmute(userId: UserId, senderId: UserId): Promise<void> {
    await this.database.write(
      `WITH ${DRAWN} UPDATE sender_mute SET upto_position = drawn.position FROM drawn
       WHERE user_id = $1 AND sender_id = $2 AND upto_position = ${OPEN_END}`,
      [userId, senderId],
    );
  }
}
