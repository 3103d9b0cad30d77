import type { UserGroupId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A group of a provider that means a user group, or a role. */
@Entity('group_link')
@Index('group_link_provider', ['providerId', 'externalGroup'])
@Index('group_link_user_group', ['userGroupId'])
export class GroupLinkEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('identity_provider', { onDelete: 'CASCADE' }) providerId: number;
  @Column('text') externalGroup: string;
  @Column('bigint', { nullable: true }) @ForeignKey('user_group') userGroupId: UserGroupId | null;
  @Column('smallint', { nullable: true }) role: number | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}
