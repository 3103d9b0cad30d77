import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message of which a user may have to be notified by mail. */
@Entity('missed_message')
@Index('missed_message_due', ['dueAt'])
export class MissedMessageEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') messageId: MessageId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('smallint') reason: number;
  @Column('timestamptz') dueAt: Date;
}
