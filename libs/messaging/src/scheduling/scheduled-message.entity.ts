import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';

/** A message that is to be sent later. */
@Entity('scheduled_message')
@Check('scheduled_message_check', '(channel_id IS NULL) <> (recipient_ids IS NULL)')
@Check('scheduled_message_check1', '(message_id IS NULL) = (delivered_at IS NULL)')
@Index('scheduled_message_delivered', ['deliveredAt'], { where: 'message_id IS NOT NULL' })
@Index('scheduled_message_due', ['deliverAt', 'id'], { where: '(failure IS NULL) AND (message_id IS NULL)' })
@Index('scheduled_message_sender', ['senderId', 'deliverAt', 'id'], { where: 'message_id IS NULL' })
export class ScheduledMessageEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') senderId: UserId;
  @Column('bigint', { nullable: true }) channelId: ChannelId | null;
  @Column('bigint', { nullable: true, array: true }) recipientIds: UserId[] | null;
  @Column('text', { default: '' }) topic: string;
  @Column('text') content: string;
  @Column('text') renderedContent: string;
  @Column('timestamptz') deliverAt: Date;
  @Column('boolean') isReadBySender: boolean;
  @Column('text') client: string;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('integer', { default: 0 }) revision: number;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('timestamptz', { nullable: true }) leasedUntil: Date | null;
  @Column('bigint', { nullable: true }) messageId: MessageId | null;
  @Column('timestamptz', { nullable: true }) deliveredAt: Date | null;
}
