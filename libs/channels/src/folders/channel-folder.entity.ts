import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A folder of channels. */
@Entity('channel_folder')
@Index('channel_folder_name', { synchronize: false }) // unique (organization_id, lower(name)) WHERE (NOT is_archived)
@Index('channel_folder_order', ['organizationId', 'position'])
export class ChannelFolderEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') name: string;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: '' }) renderedDescription: string;
  @Column('integer') position: number;
  @Column('bigint', { nullable: true }) creatorId: UserId | null;
  @Column('boolean', { default: false }) isArchived: boolean;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}
