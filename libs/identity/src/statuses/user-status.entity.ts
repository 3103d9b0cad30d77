import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The status that a user has set. */
@Entity('user_status')
@Index('user_status_organization', ['organizationId'])
export class UserStatusEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('text', { default: '' }) statusText: string;
  @Column('text', { default: '' }) emojiName: string;
  @Column('text', { default: '' }) emojiCode: string;
  @Column('text', { default: '' }) reactionType: string;
}
