import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user whom another user has muted. */
@Entity('muted_user')
@Index('muted_user_muted', ['mutedUserId', 'userId'])
@Index('muted_user_organization', ['organizationId'])
export class MutedUserEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @PrimaryColumn('bigint') @ForeignKey('user_account') mutedUserId: UserId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('timestamptz', { default: () => 'now()' }) mutedAt: Date;
}
