import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OPEN_END } from '../received/passage.sql';
import type { TopicFacts, TopicQuestion } from './topic-facts';
import { VISIBILITY } from './user-topic';

/** The columns of `TopicFacts`, where `c` is the channel; the others are SQL expressions. */
const factsOf = (actorId: string, topic: string, userIds: string): string => `
  (SELECT t.visibility_policy FROM user_topic t
   WHERE t.user_id = ${actorId} AND t.channel_id = c.id AND lower(t.topic) = lower(${topic})) AS visibility,
  EXISTS (SELECT FROM message m WHERE m.channel_id = c.id AND lower(m.topic) = lower(${topic})
    AND (c.history_public_to_subscribers OR EXISTS (
      SELECT FROM subscription_interval s WHERE s.user_id = ${actorId} AND s.channel_id = c.id
        AND s.from_position < m.id AND m.id < s.to_position))) AS "isBegun",
  ARRAY (SELECT s.user_id FROM subscription_interval s
    WHERE s.channel_id = c.id AND s.user_id = ANY (${userIds}) AND s.to_position = ${OPEN_END} AND NOT EXISTS (
      SELECT FROM user_topic t WHERE t.user_id = s.user_id AND t.channel_id = c.id AND lower(t.topic) = lower(${topic})
        AND t.visibility_policy IN (${VISIBILITY.muted}, ${VISIBILITY.followed}))
    ORDER BY s.user_id) AS "followerIds"`;

const FACTS = prepared(`SELECT ${factsOf('$1', '$3::text', '$4::bigint[]')} FROM channel c WHERE c.id = $2`);

/** As `FACTS`. Without LIMIT the channels could be read as a whole. */
const FACTS_OF_ALL = prepared(`
  SELECT asked.at, ${factsOf('asked.user_id', 'asked.topic', 'asked.user_ids')}
  FROM json_to_recordset($1::json) AS asked (at int, user_id bigint, channel_id bigint, topic text, user_ids bigint[])
  CROSS JOIN LATERAL (SELECT * FROM channel WHERE id = asked.channel_id LIMIT 1) AS c`);

/**
 * What sends read about their topics. It is sent together with what they read of their channels, so it costs no round trip.
 */
@Injectable()
export class TopicFactsRepository {
  constructor(private readonly database: Database) {}

  /** `null`: there is no such channel. */
  find({ actorId, channelId, topic, userIds }: TopicQuestion): Promise<TopicFacts | null> {
    return this.database.row<TopicFacts>(FACTS, [actorId, channelId, topic, userIds]);
  }

  /** As `find`, in one statement; none if nothing is asked. */
  async findAll(asked: readonly (TopicQuestion | null)[]): Promise<(TopicFacts | null)[]> {
    const list = asked.flatMap((one, at) =>
      one ? { at, user_id: one.actorId, channel_id: one.channelId, topic: one.topic, user_ids: one.userIds } : [],
    );
    if (list.length === 0) return asked.map(() => null);
    const rows = await this.database.rows<TopicFacts & { at: number }>(FACTS_OF_ALL, [JSON.stringify(list)]);
    const found = new Map(rows.map(({ at, ...facts }) => [at, facts]));
    return asked.map((_, at) => found.get(at) ?? null);
  }
}
