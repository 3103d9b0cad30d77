import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Check, Column, Entity, Index } from 'typeorm';

/** A message that a bot of the server will send. The row is removed when it is sent. */
@Entity('notice')
@Check('notice_check', "(channel_id IS NULL) = (recipient_ids <> '{}'::bigint[])")
@Index('notice_due', ['dueAt', 'id'])
export class NoticeEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint', { nullable: true }) channelId: ChannelId | null;
  @Column('text', { default: '' }) topic: string;
  @Column('bigint', { array: true, default: [] }) recipientIds: UserId[];
  @Column('text') content: string;
  @Column('bigint', { array: true, default: [] }) linkedChannelIds: ChannelId[];
  @Column('bigint', { nullable: true }) readerId: UserId | null;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('bigint', { nullable: true }) resolutionOf: number | null;
  @Column('boolean', { default: false }) isWelcome: boolean;
}
