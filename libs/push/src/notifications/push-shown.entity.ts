import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A notification that the devices of a user may show. */
@Entity('push_shown')
@Index('push_shown_age', ['shownAt'])
@Index('push_shown_message', ['messageId'])
@Index('push_shown_over', ['dueAt'], { where: 'is_over' })
export class PushShownEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') messageId: MessageId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('timestamptz', { default: () => 'now()' }) shownAt: Date;
  @Column('boolean', { default: false }) isOver: boolean;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
