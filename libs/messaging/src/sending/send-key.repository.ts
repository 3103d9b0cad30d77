import type { MessageId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A send as its client calls it: hashes of the name, and of all that was asked for. */
export interface SendKey {
  readonly userId: UserId;
  readonly key: Buffer;
  readonly request: Buffer;
}

const CLAIM = prepared(
  'INSERT INTO send_key (user_id, key, request, message_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
);

/** What clients call their sends by. */
@Injectable()
export class SendKeyRepository {
  constructor(private readonly database: Database) {}

  /** False: there was a send of that name. Waits for one that is on its way. */
  async claim({ userId, key, request }: SendKey, messageId: MessageId): Promise<boolean> {
    return (await this.database.write(CLAIM, [userId, key, request, messageId])) > 0;
  }

  find({ userId, key }: SendKey): Promise<{ request: Buffer; messageId: MessageId } | null> {
    return this.database.row(
      'SELECT request, message_id AS "messageId" FROM send_key WHERE user_id = $1 AND key = $2',
      [userId, key],
    );
  }

  /** The oldest first; how many there were. */
  sweep(seconds: number, limit: number): Promise<number> {
    return this.database.write(
      `WITH old AS MATERIALIZED (
         SELECT user_id, key FROM send_key WHERE created_at < now() - make_interval(secs => $1)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       DELETE FROM send_key s USING old WHERE s.user_id = old.user_id AND s.key = old.key`,
      [seconds, limit],
    );
  }
}
