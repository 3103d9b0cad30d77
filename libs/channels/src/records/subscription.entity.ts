import type { ChannelId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user's settings for a channel. They are kept when the subscription ends. */
@Entity('subscription')
@Index('subscription_mailed', ['channelId'], { where: 'email_notifications' })
@Index('subscription_pushed', ['channelId'], { where: 'push_notifications' })
export class SubscriptionEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') @ForeignKey('channel') channelId: ChannelId;
  @Column('text') color: string;
  @Column('boolean', { default: false }) isMuted: boolean;
  @Column('boolean', { default: false }) pinToTop: boolean;
  @Column('boolean', { nullable: true }) desktopNotifications: boolean | null;
  @Column('boolean', { nullable: true }) audibleNotifications: boolean | null;
  @Column('boolean', { nullable: true }) pushNotifications: boolean | null;
  @Column('boolean', { nullable: true }) emailNotifications: boolean | null;
  @Column('boolean', { nullable: true }) wildcardMentionsNotify: boolean | null;
}
