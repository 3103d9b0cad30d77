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

/** In one order for all, so that two transactions never wait for each other. */
const CLAIM_ALL = prepared(`
  INSERT INTO send_key (user_id, key, request, message_id)
  SELECT k.user_id, decode(k.key, 'hex'), decode(k.request, 'hex'), k.message_id
  FROM json_to_recordset($1::json) AS k (user_id bigint, key text, request text, message_id bigint)
  ORDER BY k.user_id, k.key, k.message_id
  ON CONFLICT DO NOTHING RETURNING message_id AS "messageId"`);

/** What clients call their sends by. */
@Injectable()
export class SendKeyRepository {
  constructor(private readonly database: Database) {}

  /** False: there was a send of that name. Waits for one that is on its way. */
  async claim({ userId, key, request }: SendKey, messageId: MessageId): Promise<boolean> {
    return (await this.database.write(CLAIM, [userId, key, request, messageId])) > 0;
  }

  /** As `claim`, for many in one statement: the messages whose names are new. Of two equal names the earlier message's is. */
  async claimAll(wanted: readonly (SendKey & { messageId: MessageId })[]): Promise<Set<MessageId>> {
    if (wanted.length === 0) return new Set();
    const list = wanted.map(({ userId, key, request, messageId }) => ({
      user_id: userId,
      key: key.toString('hex'),
      request: request.toString('hex'),
      message_id: messageId,
    }));
    const rows = await this.database.rows<{ messageId: MessageId }>(CLAIM_ALL, [JSON.stringify(list)]);
    return new Set(rows.map(({ messageId }) => messageId));
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
