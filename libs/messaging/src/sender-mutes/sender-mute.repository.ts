import type { MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OPEN_END } from '../received/passage.sql';
import { DRAWN } from '../received/position.sql';
import { readerState, unreadMessages } from '../received/standing.sql';

/** A user who is told of a message, and its sender. */
export interface ReceivedMessage {
  readonly userId: UserId;
  readonly senderId: UserId;
  readonly messageId: MessageId;
}

/** A mute by its user, at a position. */
export interface SenderMute {
  readonly userId: UserId;
  readonly senderId: UserId;
  readonly position: number;
  /** `false`: no transaction was under way that began earlier, so all higher positions are of later ones. */
  readonly mayBeOvertaken?: boolean;
}

/** No transaction lasts while so many ids are drawn, so older messages were visible to the mute. */
const UNDER_WAY = 65_536;
/** A transaction draws its id and then the position, so another one may draw a higher position in between. */
const OVERTAKING = 1_000;
const TOLD_OF_ONE = 1_000;

/** Senders whose messages count as read for a user. Writers hold the user's lock. */
@Injectable()
export class SenderMuteRepository {
  constructor(private readonly database: Database) {}

  /** Covers existing messages, later ones, and those that are being sent now. Returns its position. */
  async mute(userId: UserId, senderId: UserId): Promise<number> {
    const row = await this.database.row<{ position: number }>(
      `WITH ${DRAWN} INSERT INTO sender_mute (user_id, sender_id, upto_position) SELECT $1, $2, ${OPEN_END} FROM drawn
       ON CONFLICT (user_id, sender_id) DO UPDATE SET upto_position = excluded.upto_position
       RETURNING (SELECT position FROM drawn)`,
      [userId, senderId],
    );
    return row!.position;
  }

  /** Messages sent until now remain read. */
  async unmute(userId: UserId, senderId: UserId): Promise<void> {
    await this.database.write(
      `WITH ${DRAWN} UPDATE sender_mute SET upto_position = drawn.position FROM drawn
       WHERE user_id = $1 AND sender_id = $2 AND upto_position = ${OPEN_END}`,
      [userId, senderId],
    );
  }

  /** All senders whom a user has muted, also those who are muted no longer. */
  async senderIds(): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>('SELECT DISTINCT sender_id AS id FROM sender_mute');
    return rows.map(({ id }) => id);
  }

  /** For each of them whether a mute reads the message. One statement. */
  async areRead(received: readonly ReceivedMessage[]): Promise<boolean[]> {
    const rows = await this.database.rows<{ place: number }>(
      `SELECT asked.place::int
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS asked (user_id, sender_id, message_id, place)
       JOIN sender_mute mute ON mute.user_id = asked.user_id AND mute.sender_id = asked.sender_id
       WHERE asked.message_id <= mute.upto_position`,
      [
        received.map(({ userId }) => userId),
        received.map(({ senderId }) => senderId),
        received.map(({ messageId }) => messageId),
      ],
    );
    const places = new Set(rows.map(({ place }) => place));
    return received.map((_, at) => places.has(at + 1));
  }

  /**
   * For each mute the messages, ascending, that may have been under way and would be unread without it. One statement.
   */
  async readUnderWay(mutes: readonly SenderMute[]): Promise<MessageId[][]> {
    const rows = await this.database.rows<{ place: number; messageIds: MessageId[] }>(
      `SELECT asked.place::int, array_agg(found.id ORDER BY found.id) AS "messageIds"
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
         WITH ORDINALITY AS asked (user_id, sender_id, position, upto, place)
       CROSS JOIN LATERAL (
         WITH ${readerState('asked.user_id')}, ${unreadMessages('asked.user_id', { above: `asked.position - ${UNDER_WAY}`, upto: 'asked.upto', ignoresMutes: true })}
         SELECT unread.id FROM unread
         JOIN sender_mute mute ON mute.user_id = asked.user_id AND mute.sender_id = asked.sender_id
           AND unread.id <= mute.upto_position
         WHERE unread.sender_id = asked.sender_id ORDER BY unread.id DESC LIMIT ${TOLD_OF_ONE}) found
       GROUP BY asked.place`,
      [
        mutes.map(({ userId }) => userId),
        mutes.map(({ senderId }) => senderId),
        mutes.map(({ position }) => position),
        // Entries of older versions do not tell.
        mutes.map(({ position, mayBeOvertaken = true }) => (mayBeOvertaken ? position + OVERTAKING : position)),
      ],
    );
    const byPlace = new Map(rows.map(({ place, messageIds }) => [place, messageIds]));
    return mutes.map((_, at) => byPlace.get(at + 1) ?? []);
  }
}
