import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** A user whose shown notifications must be compared with the unread messages. */
@Entity('push_recheck')
@Index('push_recheck_due', ['dueAt'])
@Index('push_recheck_user', ['userId'])
export class PushRecheckEntity {
  @IdentityColumn() id: number;
  @Column('bigint') userId: UserId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
}
