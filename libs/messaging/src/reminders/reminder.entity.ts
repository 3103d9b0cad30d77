import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A reminder of a message, to be sent to its author. */
@Entity('reminder')
@Index('reminder_due', ['deliverAt', 'id'], { where: 'NOT has_failed' })
@Index('reminder_user', ['userId', 'deliverAt', 'id'])
export class ReminderEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') userId: UserId;
  @Column('bigint') messageId: MessageId;
  @Column('text', { default: '' }) note: string;
  @Column('text') content: string;
  @Column('text') renderedContent: string;
  @Column('timestamptz') deliverAt: Date;
  @Column('boolean', { default: false }) hasFailed: boolean;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('timestamptz', { nullable: true }) leasedUntil: Date | null;
}
