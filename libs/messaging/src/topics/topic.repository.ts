import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../received/flag';
import { chainsOf } from '../received/passage.sql';
import { isInHistory, readerState } from '../received/standing.sql';

/** A topic under the spelling of its newest message. */
export interface Topic {
  readonly name: string;
  readonly newestId: MessageId;
}

/** A topic that is asked for; `isWhole`: the user reads all of its channel. */
export interface WantedTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
  readonly isWhole: boolean;
}

/** The newest message of a topic, as it was asked for. */
export interface NewestInTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
  readonly id: MessageId;
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

  /** The newest message of each of the topics that the user may read; topics without one are absent. */
  newestIn(userId: UserId, wanted: readonly WantedTopic[]): Promise<NewestInTopic[]> {
    return this.database.rows(
      `WITH ${readerState('$1')}
       SELECT wanted.channel_id AS "channelId", wanted.topic, newest.id
       FROM unnest($2::bigint[], $3::text[], $4::boolean[]) AS wanted (channel_id, topic, is_whole)
       CROSS JOIN LATERAL (
         SELECT CASE WHEN wanted.is_whole THEN (
           SELECT m.id FROM message m WHERE m.channel_id = wanted.channel_id AND lower(m.topic) = lower(wanted.topic)
           ORDER BY m.id DESC LIMIT 1)
         ELSE greatest(
           (SELECT m.id FROM message m
            WHERE m.channel_id = wanted.channel_id AND lower(m.topic) = lower(wanted.topic) AND ${isInHistory('$1')}
              AND m.id > (SELECT min(s.from_position) FROM subscription_interval s
                          WHERE s.user_id = $1 AND s.channel_id = wanted.channel_id)
            ORDER BY m.id DESC LIMIT 1),
           (SELECT max(m.id) FROM (SELECT v.id ${chainsOf('$1')} AND last.channel_id = wanted.channel_id) chain
            JOIN message m ON m.move_id = chain.id AND lower(m.topic) = lower(wanted.topic) AND ${isInHistory('$1')}),
           (SELECT max(m.id) FROM message_flag flag JOIN message m ON m.id = flag.message_id
            WHERE flag.user_id = $1 AND flag.flags & ${BIT.historical | BIT.hasRow} <> 0
              AND m.channel_id = wanted.channel_id AND lower(m.topic) = lower(wanted.topic))) END AS id) newest
       WHERE newest.id IS NOT NULL`,
      [
        userId,
        wanted.map(({ channelId }) => channelId),
        wanted.map(({ topic }) => topic),
        wanted.map(({ isWhole }) => isWhole),
      ],
    );
  }
}
