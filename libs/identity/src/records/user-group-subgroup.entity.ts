import type { UserGroupId } from '@app/kernel';
import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A group that is a direct subgroup of another. */
@Entity('user_group_subgroup')
@Index('user_group_subgroup_inner', ['subgroupId'])
export class UserGroupSubgroupEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_group') groupId: UserGroupId;
  @PrimaryColumn('bigint') @ForeignKey('user_group') subgroupId: UserGroupId;
}
