import type { UserGroupId, UserId } from '@app/kernel';
import { Entity, PrimaryColumn } from 'typeorm';

/**
 * A user who is a direct member of a group. No foreign keys: accounts and groups are never deleted, and to look each of ten
 * thousand members up takes five times as long as to write them.
 */
@Entity('user_group_member')
export class UserGroupMemberEntity {
  @PrimaryColumn('bigint') groupId: UserGroupId;
  @PrimaryColumn('bigint') userId: UserId;
}
