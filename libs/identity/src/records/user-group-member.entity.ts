import type { UserGroupId, UserId } from '@app/kernel';
import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A user who is a direct member of a group. */
@Entity('user_group_member')
export class UserGroupMemberEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_group') groupId: UserGroupId;
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
}
