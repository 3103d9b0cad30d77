import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { TopicPlace } from '../topics/topic';
import type { Visibility } from '../user-topics/user-topic';

/** The policies of one user for the moved topic and for the new one. */
export interface MovedPolicies {
  readonly userId: UserId;
  readonly from: Visibility;
  /** In the user's spelling; `null`: no policy. */
  readonly fromTopic: string | null;
  readonly to: Visibility;
}

/**
 * Topic policies during moves. The caller holds the exclusive locks of the channels, and the locks of users whose lists
 * are sent.
 */
@Injectable()
export class UserTopicMoveRepository {
  constructor(private readonly database: Database) {}

  /** Users after `afterUserId` with a policy for one of the topics; ascending. */
  policies(from: TopicPlace, to: TopicPlace, afterUserId: number, limit: number): Promise<MovedPolicies[]> {
    return this.database.rows<MovedPolicies>(
      `SELECT user_id AS "userId",
         coalesce(max(visibility_policy) FILTER (WHERE is_from), 0)::int AS "from", max(topic) FILTER (WHERE is_from) AS "fromTopic",
         coalesce(max(visibility_policy) FILTER (WHERE NOT is_from), 0)::int AS "to"
       FROM ((SELECT user_id, topic, visibility_policy, true AS is_from FROM user_topic
              WHERE channel_id = $1 AND lower(topic) = lower($2) AND user_id > $5 ORDER BY user_id LIMIT $6)
             UNION ALL
             (SELECT user_id, topic, visibility_policy, false FROM user_topic
              WHERE channel_id = $3 AND lower(topic) = lower($4) AND user_id > $5 ORDER BY user_id LIMIT $6)) policies
       GROUP BY user_id ORDER BY user_id LIMIT $6`,
      [from.channelId, from.topic, to.channelId, to.topic, afterUserId, limit],
    );
  }

  /** Replaces all policies of these users for the topics. */
  async set(
    { channelId, topic }: TopicPlace,
    policies: readonly { userId: UserId; visibility: Visibility }[],
    at: number,
  ): Promise<void> {
    if (policies.length === 0) return;
    await this.database.write(
      `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, updated_at)
       SELECT policies.user_id, $1, $2, policies.visibility, to_timestamp($5)
       FROM unnest($3::bigint[], $4::smallint[]) AS policies (user_id, visibility)
       ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE
       SET topic = excluded.topic, visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`,
      [channelId, topic, policies.map(({ userId }) => userId), policies.map(({ visibility }) => visibility), at],
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
