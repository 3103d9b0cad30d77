import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** A user whose shown notifications are to be compared with what is unread. */
@Entity('push_recheck')
@Index('push_recheck_due', ['dueAt'])
@Index('push_recheck_user', ['userId'])
export class PushRecheckEntity {
  @IdentityColumn() id: number;
  @Column('bigint') userId: UserId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
}
