import type { UserId } from '@app/kernel';
import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user who is in the group of the provider, as far as this server was told. */
@Entity('group_link_member')
@Index('group_link_member_user', ['userId', 'linkId'])
export class GroupLinkMemberEntity {
  @PrimaryColumn('bigint') @ForeignKey('group_link', { onDelete: 'CASCADE' }) linkId: number;
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
}
