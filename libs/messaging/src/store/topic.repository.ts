import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../domain/flag';
import { chainsOf } from './passage.sql';
import { isInHistory, readerState } from './standing.sql';

/** A topic under the spelling of its newest message. */
export interface Topic {
  readonly name: string;
  readonly newestId: MessageId;
}

/**
 * The newest message of each topic, as the relation `newest` (topic, id, name): from one topic to the next one below it in
 * the index, so that it costs as many index descents as there are topics, however many messages they have.
 */
const NEWEST = `newest AS (
  (SELECT lower(m.topic) AS topic, m.id, m.topic AS name FROM message m WHERE m.channel_id = $1
   ORDER BY lower(m.topic) DESC, m.id DESC LIMIT 1)
  UNION ALL
  SELECT below.* FROM newest CROSS JOIN LATERAL (
    SELECT lower(m.topic) AS topic, m.id, m.topic AS name FROM message m
    WHERE m.channel_id = $1 AND lower(m.topic) < newest.topic ORDER BY lower(m.topic) DESC, m.id DESC LIMIT 1) below)`;

/** The topics that channels have: those of their messages. Newest first. */
@Injectable()
export class TopicRepository {
  constructor(private readonly database: Database) {}

  all(channelId: ChannelId): Promise<Topic[]> {
    return this.database.rows<Topic>(
      `WITH RECURSIVE ${NEWEST} SELECT name, id AS "newestId" FROM newest ORDER BY id DESC`,
      [channelId],
    );
  }

  /**
   * Of the messages in the user's history only. Of what was sent before the user came only that is looked at which a move
   * or a flag may have put there.
   */
  received(channelId: ChannelId, userId: UserId): Promise<Topic[]> {
    return this.database.rows<Topic>(
      `WITH RECURSIVE ${readerState('$2')}, ${NEWEST},
       arrival AS MATERIALIZED (
         SELECT min(s.from_position) AS position FROM subscription_interval s WHERE s.user_id = $2 AND s.channel_id = $1),
       received AS (
         SELECT newest.topic, own.* FROM arrival, newest CROSS JOIN LATERAL (
           SELECT m.id, m.topic AS name FROM message m
           WHERE m.channel_id = $1 AND lower(m.topic) = newest.topic AND m.id > arrival.position AND ${isInHistory('$2')}
           ORDER BY m.id DESC LIMIT 1) own
         UNION ALL
         SELECT lower(m.topic), m.id, m.topic FROM (SELECT v.id ${chainsOf('$2')} AND last.channel_id = $1) chain
         JOIN message m ON m.move_id = chain.id AND ${isInHistory('$2')}
         UNION ALL
         SELECT lower(m.topic), m.id, m.topic FROM message_flag flag JOIN message m ON m.id = flag.message_id
         WHERE flag.user_id = $2 AND flag.flags & ${BIT.historical | BIT.hasRow} <> 0 AND m.channel_id = $1),
       latest AS (SELECT DISTINCT ON (topic) id, name FROM received ORDER BY topic, id DESC)
       SELECT name, id AS "newestId" FROM latest ORDER BY id DESC`,
      [channelId, userId],
    );
  }
}
