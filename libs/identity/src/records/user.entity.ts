import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';

/** The account of a user or a bot. */
@Entity('user_account')
@Check('user_account_check', "(avatar_source = 'U'::text) = (avatar_key IS NOT NULL)")
@Index('user_account_delivery_email', { synchronize: false }) // unique on (organization_id, lower(delivery_email))
@Index('user_account_email', { synchronize: false }) // unique on (organization_id, lower(email))
@Index('user_account_full_name', { synchronize: false }) // on (organization_id, lower(full_name))
@Index('user_account_joined', ['organizationId', 'dateJoined'])
@Index('user_account_mailed_channels', ['organizationId'], {
  where: "(settings ->> 'enable_stream_email_notifications'::text) = 'true'::text",
})
@Index('user_account_owner', ['botOwnerId'], { where: 'bot_owner_id IS NOT NULL' })
@Index('user_account_pushed_channels', ['organizationId'], {
  where: "(settings ->> 'enable_stream_push_notifications'::text) = 'true'::text",
})
@Index('user_account_unread_resolutions', ['organizationId'], {
  where: "(settings ->> 'resolved_topic_notice_auto_read_policy'::text) = 'never'::text",
})
export class UserEntity {
  @IdentityColumn() id: UserId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') email: string;
  @Column('text') deliveryEmail: string;
  @Column('smallint') emailAddressVisibility: number;
  @Column('text') fullName: string;
  @Column('smallint') role: number;
  @Column('boolean', { default: true }) isActive: boolean;
  @Column('boolean', { default: false }) isBot: boolean;
  @Column('boolean', { default: false }) isSystemBot: boolean;
  @Column('smallint', { nullable: true }) botType: number | null;
  @Column('bigint', { nullable: true }) @ForeignKey('user_account') botOwnerId: UserId | null;
  @Column('text', { default: '' }) timezone: string;
  @Column('integer', { default: 1 }) avatarVersion: number;
  @Column('text', { nullable: true }) passwordHash: string | null;
  @Column('text', { array: true, default: [] }) specialPermissions: string[];
  @Column('jsonb', { default: {} }) settings: unknown;
  @Column('timestamptz', { default: () => 'now()' }) dateJoined: Date;
  @Column('text', { default: 'G' }) avatarSource: string;
  @Column('text', { nullable: true }) avatarKey: string | null;
}
