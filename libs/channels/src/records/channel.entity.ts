import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A channel. */
@Entity('channel')
@Index('channel_folder_id', ['folderId'], { where: 'folder_id IS NOT NULL' })
@Index('channel_name', { synchronize: false }) // unique on (organization_id, lower(name))
export class ChannelEntity {
  @IdentityColumn() id: ChannelId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') name: string;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: '' }) renderedDescription: string;
  @Column('bigint', { nullable: true }) creatorId: UserId | null;
  @Column('boolean', { default: false }) isPrivate: boolean;
  @Column('boolean', { default: false }) isWebPublic: boolean;
  @Column('boolean', { default: true }) historyPublicToSubscribers: boolean;
  @Column('integer', { nullable: true }) messageRetentionDays: number | null;
  @Column('text', { default: 'inherit' }) topicsPolicy: string;
  @Column('boolean', { default: false }) isArchived: boolean;
  @Column('boolean', { default: false }) isDefault: boolean;
  @Column('jsonb', { default: {} }) permissions: unknown;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('bigint', { nullable: true }) @ForeignKey('channel_folder') folderId: number | null;
  @Column('integer', { default: 0 }) subscriberCount: number;
  @Column('boolean', { default: true }) isRecentlyActive: boolean;
  @Column('integer', { nullable: true }) weeklyTraffic: number | null;
  @Column('boolean', { default: true }) isEmpty: boolean;
}
