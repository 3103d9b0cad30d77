import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** Channels of a deactivated or reactivated user that were too many for the transaction that changed the account. */
@Entity('absence_change')
@Index('absence_change_due', ['dueAt', 'id'])
@Index('absence_change_user', ['userId', 'id'])
export class AbsenceChangeEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') userId: UserId;
  @Column('boolean') isLeaving: boolean;
  @Column('bigint', { array: true }) channelIds: ChannelId[];
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
