import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** An export that an administrator asked for, and how far it is. */
@Entity('organization_export')
@Index('organization_export_requested', ['organizationId', 'requestedAt'])
@Index('organization_export_due', ['dueAt', 'id'])
export class OrganizationExportEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') actorId: UserId;
  @Column('smallint') type: number;
  @Column('timestamptz', { default: () => 'now()' }) requestedAt: Date;
  @Column('timestamptz', { nullable: true }) failedAt: Date | null;
  @Column('text', { default: '' }) section: string;
  @Column('bigint', { default: 0 }) sectionPosition: number;
  @Column('integer', { default: 0 }) parts: number;
  @Column('timestamptz', { nullable: true }) readyAt: Date | null;
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
  @Column('timestamptz', { default: () => "'infinity'" }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
