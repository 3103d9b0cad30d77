import type { ChannelId, UserId } from '@app/kernel';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The policy of a user for a topic: muted, unmuted or followed. */
@Entity({ name: 'user_topic', synchronize: false })
@Check('user_topic_visibility_policy_check', '(visibility_policy >= 1) AND (visibility_policy <= 3)')
@Index('user_topic_place', { synchronize: false }) // (channel_id, lower(topic), user_id)
@Index('user_topic_topic', { synchronize: false }) // (channel_id, lower(topic))
@Index('user_topic_user', { synchronize: false }) // unique (user_id, channel_id, lower(topic))
export class UserTopicEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') channelId: ChannelId;
  @PrimaryColumn('text') topic: string;
  @Column('smallint') visibilityPolicy: number;
  @Column('timestamptz') updatedAt: Date;
}
