import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Visibility } from './user-topic';
import type { TopicPlace } from '../topics/topic';
import { isInHistory, readerState } from '../received/standing.sql';

/** A user's policy for a topic, as the user spelled it. */
export interface ForgottenTopic {
  readonly userId: UserId;
  readonly topic: string;
  readonly visibility: Visibility;
}

/** Users still have messages of the topic. */
const HAS_SOME = `EXISTS (
  SELECT FROM unnest(ARRAY[ut.user_id]) AS asked (id) CROSS JOIN LATERAL (
    WITH ${readerState('asked.id')}
    SELECT FROM message m
    WHERE m.channel_id = $1 AND lower(m.topic) = lower($2) AND ${isInHistory('asked.id')} LIMIT 1) held)`;

/** Topic policies of topics without messages. */
@Injectable()
export class TopicResetRepository {
  constructor(private readonly database: Database) {}

  /** Some of the users with a policy for the topic and without messages in it; ascending. */
  async saying({ channelId, topic }: TopicPlace, limit: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT ut.user_id AS "userId" FROM user_topic ut
       WHERE ut.channel_id = $1 AND lower(ut.topic) = lower($2) AND NOT ${HAS_SOME} ORDER BY ut.user_id LIMIT $3`,
      [channelId, topic, limit],
    );
    return rows.map(({ userId }) => userId);
  }

  forget({ channelId, topic }: TopicPlace, userIds: readonly UserId[]): Promise<ForgottenTopic[]> {
    return this.database.rows<ForgottenTopic>(
      `DELETE FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2) AND user_id = ANY ($3::bigint[])
       RETURNING user_id AS "userId", topic, visibility_policy AS visibility`,
      [channelId, topic, userIds],
    );
  }
}
