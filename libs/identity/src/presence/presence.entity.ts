import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The times when a user was last active and connected. */
@Entity('presence')
@Index('presence_change', ['organizationId', 'changeId'])
export class PresenceEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('timestamptz', { nullable: true }) activeAt: Date | null;
  @Column('timestamptz') connectedAt: Date;
  @Column('boolean', { default: false }) hidden: boolean;
  @Column('bigint') changeId: number;
}
