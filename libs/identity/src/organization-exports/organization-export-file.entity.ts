import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A file of an export: one that was written for it, or an uploaded one. Without a size: it is being written. */
@Entity('organization_export_file')
@Index('organization_export_file_export', ['exportId', 'id'])
export class OrganizationExportFileEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization_export') exportId: number;
  @Column('text') name: string;
  @Column('text') fileKey: string;
  @Column('bigint', { nullable: true }) size: number | null;
  @Column('boolean') isOwn: boolean;
}
