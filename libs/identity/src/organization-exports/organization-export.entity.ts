import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** An export that an administrator asked for. */
@Entity('organization_export')
@Index('organization_export_requested', ['organizationId', 'requestedAt'])
export class OrganizationExportEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') actorId: UserId;
  @Column('smallint') type: number;
  @Column('timestamptz', { default: () => 'now()' }) requestedAt: Date;
  @Column('timestamptz', { nullable: true }) failedAt: Date | null;
}
