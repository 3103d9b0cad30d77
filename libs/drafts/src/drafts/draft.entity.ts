import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';

/** A message that its author has begun to write. */
@Entity('draft')
@Check('draft_check', "(channel_id IS NULL) OR (recipient_ids = '{}'::bigint[])")
@Index('draft_user', ['userId', 'editedAt', 'id'])
export class DraftEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bigint', { nullable: true }) channelId: ChannelId | null;
  @Column('bigint', { array: true, default: [] }) recipientIds: UserId[];
  @Column('text') topic: string;
  @Column('text') content: string;
  @Column('timestamptz') editedAt: Date;
}
