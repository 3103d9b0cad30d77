import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The fields that a bot has in addition to its user account. */
@Entity('bot')
export class BotEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint', { nullable: true }) defaultSendingChannelId: ChannelId | null;
  @Column('bigint', { nullable: true }) defaultEventsChannelId: ChannelId | null;
  @Column('boolean', { default: false }) defaultAllPublicChannels: boolean;
}
