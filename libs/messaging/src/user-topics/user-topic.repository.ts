import type { ChannelId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { USER_TOPICS } from '../row-limits';
import { UserTopic, Visibility, VISIBILITY } from './user-topic';

const COLUMNS = `channel_id AS "channelId", topic, visibility_policy AS visibility,
  extract(epoch FROM updated_at)::bigint AS "updatedAt"`;

/** Topic policies. Writers hold the user's lock, and at least the shared lock of the channel. */
@Injectable()
export class UserTopicRepository {
  constructor(private readonly database: Database) {}

  /**
   * A user's policies, oldest first: all mutes, and the latest of the others. Automatically followed topics have no
   * limit, because a send would have to count them.
   */
  list(userId: UserId): Promise<UserTopic[]> {
    return this.database.rows(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM user_topic WHERE user_id = $1
         ORDER BY visibility_policy = ${VISIBILITY.muted} DESC, updated_at DESC LIMIT $2) AS said
       ORDER BY updated_at, channel_id, lower(topic)`,
      [userId, USER_TOPICS.most],
    );
  }

  async visibilityOf(userId: UserId, channelId: ChannelId, topic: string): Promise<Visibility> {
    const row = await this.database.row<{ visibility: Visibility }>(
      `SELECT visibility_policy AS visibility FROM user_topic
       WHERE user_id = $1 AND channel_id = $2 AND lower(topic) = lower($3)`,
      [userId, channelId, topic],
    );
    return row?.visibility ?? VISIBILITY.inherit;
  }

  /** Whether a user has a policy for any topic of a channel. */
  async knows(userId: UserId, channelId: ChannelId): Promise<boolean> {
    const row = await this.database.row('SELECT FROM user_topic WHERE user_id = $1 AND channel_id = $2 LIMIT 1', [
      userId,
      channelId,
    ]);
    return row !== null;
  }

  async followers(channelId: ChannelId, topic: string): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM user_topic
       WHERE channel_id = $1 AND lower(topic) = lower($2) AND visibility_policy = ${VISIBILITY.followed}`,
      [channelId, topic],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Replaces the user's policy. */
  async set(userId: UserId, { channelId, topic, visibility, updatedAt }: UserTopic): Promise<void> {
    await this.database.write(
      `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, updated_at)
       VALUES ($1, $2, $3, $4, to_timestamp($5))
       ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE
       SET topic = excluded.topic, visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`,
      [userId, channelId, topic, visibility, updatedAt],
    );
  }

  /** As `set`, of one topic for several users. */
  async setAll(
    { channelId, topic, updatedAt }: Omit<UserTopic, 'visibility'>,
    changes: readonly { userId: UserId; visibility: Visibility }[],
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, updated_at)
       SELECT said.user_id, $1, $2, said.visibility, to_timestamp($3)
       FROM unnest($4::bigint[], $5::smallint[]) AS said (user_id, visibility) ORDER BY said.user_id
       ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE
       SET topic = excluded.topic, visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`,
      [channelId, topic, updatedAt, changes.map(({ userId }) => userId), changes.map(({ visibility }) => visibility)],
    );
  }

  async forget(userId: UserId, channelId: ChannelId, topic: string): Promise<void> {
    await this.database.write(
      'DELETE FROM user_topic WHERE user_id = $1 AND channel_id = $2 AND lower(topic) = lower($3)',
      [userId, channelId, topic],
    );
  }
}
