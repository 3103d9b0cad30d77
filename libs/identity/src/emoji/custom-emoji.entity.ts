import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** An emoji of an organization. Deactivated ones are kept, because messages use them. */
@Entity('custom_emoji')
@Index('custom_emoji_name', ['organizationId', 'name'], { unique: true, where: 'NOT deactivated' })
@Index('custom_emoji_organization', ['organizationId', 'id'])
export class CustomEmojiEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') name: string;
  @Column('bigint') @ForeignKey('user_account') authorId: UserId;
  @Column('text') key: string;
  @Column('boolean', { default: false }) isAnimated: boolean;
  @Column('boolean', { default: false }) deactivated: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('bigint', { default: 1 }) version: number;
}
