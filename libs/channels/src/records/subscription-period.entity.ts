import type { ChannelId, UserId } from '@app/kernel';
import { OPEN_END } from '@app/platform';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A time in which a user was subscribed to a channel. */
@Entity('subscription_period')
@Check('subscription_period_check', 'from_position < to_position')
@Index('subscription_period_channel', ['channelId', 'userId'])
@Index('subscription_period_open', { synchronize: false }) // unique (channel_id, user_id) INCLUDE (from_position) WHERE (to_position = 9223372036854775807)
export class SubscriptionPeriodEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') channelId: ChannelId;
  @PrimaryColumn('bigint') fromPosition: number;
  @Column('bigint', { default: OPEN_END }) toPosition: number;
}
