import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isInHistory, readerState } from '../received/standing.sql';
import type { ThreadAges, ThreadMessage, ThreadPart } from './thread';

/** The messages `m` of a part, whose values are the first parameters; after `readerState('$1')`. */
const IN_PART = `m.channel_id = $2 AND lower(m.topic) = lower($3) AND m.id >= $4 AND ($5::bigint IS NULL OR m.id < $5)
  AND ($1::bigint IS NULL OR ${isInHistory('$1')})`;

const partValues = ({ receivedBy, channelId, topic, lowestId, belowId }: ThreadPart): unknown[] => [
  receivedBy,
  channelId,
  topic,
  lowestId,
  belowId,
];

/** Messages of one topic, for moves. */
@Injectable()
export class ThreadRepository {
  constructor(private readonly database: Database) {}

  /** The newest messages; ascending by id. */
  async newest(part: ThreadPart, limit: number): Promise<ThreadMessage[]> {
    const newest = await this.database.rows<ThreadMessage>(
      `WITH ${readerState('$1')}
       SELECT m.id, m.topic, floor(extract(epoch FROM m.sent_at))::bigint AS "sentAt",
         coalesce(cardinality(m.named_ids), 0) + coalesce(cardinality(m.partaker_ids), 0) AS "listedCount"
       FROM message m WHERE ${IN_PART} ORDER BY m.id DESC LIMIT $6`,
      [...partValues(part), limit],
    );
    return newest.reverse();
  }

  /** @param since UNIX seconds; older messages exceed the time limit */
  async ages(part: ThreadPart, since: number): Promise<ThreadAges> {
    const row = await this.database.row<ThreadAges>(
      `WITH ${readerState('$1')}
       SELECT count(*) AS total, count(*) FILTER (WHERE m.sent_at >= to_timestamp($6)) AS allowed,
         min(m.id) FILTER (WHERE m.sent_at >= to_timestamp($6)) AS "firstAllowedId"
       FROM message m WHERE ${IN_PART}`,
      [...partValues(part), since],
    );
    return row!;
  }

  /** Whether a message is outside that range of ids. */
  async isMoreThan(part: ThreadPart, fromId: number, toId: number): Promise<boolean> {
    const row = await this.database.row<{ isMore: boolean }>(
      `WITH ${readerState('$1')}
       SELECT EXISTS (SELECT FROM message m WHERE ${IN_PART} AND (m.id < $6 OR m.id > $7)) AS "isMore"`,
      [...partValues(part), fromId, toId],
    );
    return row!.isMore;
  }
}
