import type { OrganizationId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The space that the files of an organization take. */
@Entity('upload_space')
export class UploadSpaceEntity {
  @PrimaryColumn('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint', { default: 0 }) used: number;
  @Column('bigint', { default: 0 }) reserved: number;
}

/** A running upload, with the space that is reserved for it. */
@Entity('upload_draft')
@Index('upload_draft_due', ['dueAt', 'id'])
export class UploadDraftEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') fileKey: string;
  @Column('bigint', { default: 0 }) reserved: number;
  @Column('timestamptz') dueAt: Date;
}
