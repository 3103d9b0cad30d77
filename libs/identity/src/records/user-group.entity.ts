import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { IdentityColumn, OPEN_END } from '@app/platform';
import { Column, Entity, ForeignKey, Unique } from 'typeorm';

/** A user group. Roles are groups too. */
@Entity('user_group')
@Unique(['organizationId', 'name'])
export class UserGroupEntity {
  @IdentityColumn() id: UserGroupId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') name: string;
  @Column('text', { default: '' }) description: string;
  @Column('boolean', { default: false }) isSystem: boolean;
  @Column('boolean', { default: false }) deactivated: boolean;
  @Column('bigint', { nullable: true }) creatorId: UserId | null;
  @Column('jsonb', { default: {} }) permissions: unknown;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('bigint', { default: OPEN_END }) permissionVersion: number;
}
