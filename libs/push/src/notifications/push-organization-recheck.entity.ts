import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** An organization whose users' shown notifications must be checked, and the last user who was scheduled for it. */
@Entity('push_organization_recheck')
@Index('push_organization_recheck_due', ['dueAt', 'id'])
export class PushOrganizationRecheckEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint', { default: 0 }) afterUserId: UserId;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
