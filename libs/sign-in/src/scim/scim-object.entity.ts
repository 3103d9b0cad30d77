import type { UserGroupId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A user or a group as a provider describes it by SCIM. Kept after its deletion. */
@Entity('scim_object')
@Index('scim_object_user', ['userId', 'providerId'], { unique: true, where: 'user_id IS NOT NULL' })
@Index('scim_object_group', ['groupId'], { unique: true, where: 'group_id IS NOT NULL' })
@Index('scim_object_name', ['providerId', 'nameKey'], { unique: true, where: 'deleted_at IS NULL' })
@Index('scim_object_external', ['providerId', 'externalId'], { where: 'external_id IS NOT NULL' })
export class ScimObjectEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('identity_provider', { onDelete: 'CASCADE' }) providerId: number;
  @Column('bigint', { nullable: true }) @ForeignKey('user_account') userId: UserId | null;
  @Column('bigint', { nullable: true }) @ForeignKey('user_group') groupId: UserGroupId | null;
  @Column('text', { nullable: true }) nameKey: string | null;
  @Column('text', { nullable: true }) externalId: string | null;
  @Column('jsonb') resource: Record<string, unknown>;
  @Column('integer', { default: 1 }) version: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { default: () => 'now()' }) changedAt: Date;
  @Column('timestamptz', { nullable: true }) deactivatedAt: Date | null;
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
}
