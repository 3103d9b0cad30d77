import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { TopicPlace } from '../topics/topic';
import type { Visibility } from '../user-topics/user-topic';

/** What one user has said of the topic that moves and of the one that it becomes. */
export interface SaidOfBoth {
  readonly userId: UserId;
  readonly from: Visibility;
  /** As the user spelled it; null: nothing was said. */
  readonly fromTopic: string | null;
  readonly to: Visibility;
}

/** What users have said of topics that move. Writers hold the channels alone, and the users whose lists are told. */
@Injectable()
export class UserTopicMoveRepository {
  constructor(private readonly database: Database) {}

  /** Of users after that one who have said anything of one of them; ascending. */
  said(from: TopicPlace, to: TopicPlace, afterUserId: number, limit: number): Promise<SaidOfBoth[]> {
    return this.database.rows<SaidOfBoth>(
      `SELECT user_id AS "userId",
         coalesce(max(visibility_policy) FILTER (WHERE is_from), 0)::int AS "from", max(topic) FILTER (WHERE is_from) AS "fromTopic",
         coalesce(max(visibility_policy) FILTER (WHERE NOT is_from), 0)::int AS "to"
       FROM ((SELECT user_id, topic, visibility_policy, true AS is_from FROM user_topic
              WHERE channel_id = $1 AND lower(topic) = lower($2) AND user_id > $5 ORDER BY user_id LIMIT $6)
             UNION ALL
             (SELECT user_id, topic, visibility_policy, false FROM user_topic
              WHERE channel_id = $3 AND lower(topic) = lower($4) AND user_id > $5 ORDER BY user_id LIMIT $6)) said
       GROUP BY user_id ORDER BY user_id LIMIT $6`,
      [from.channelId, from.topic, to.channelId, to.topic, afterUserId, limit],
    );
  }

  /** Instead of whatever these users have said. */
  async set(
    { channelId, topic }: TopicPlace,
    said: readonly { userId: UserId; visibility: Visibility }[],
    at: number,
  ): Promise<void> {
    if (said.length === 0) return;
    await this.database.write(
      `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, updated_at)
       SELECT said.user_id, $1, $2, said.visibility, to_timestamp($5)
       FROM unnest($3::bigint[], $4::smallint[]) AS said (user_id, visibility)
       ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE
       SET topic = excluded.topic, visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`,
      [channelId, topic, said.map(({ userId }) => userId), said.map(({ visibility }) => visibility), at],
    );
  }

  async forget({ channelId, topic }: TopicPlace, userIds: readonly UserId[]): Promise<void> {
    if (userIds.length === 0) return;
    await this.database.write(
      'DELETE FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2) AND user_id = ANY ($3::bigint[])',
      [channelId, topic, userIds],
    );
  }
}
