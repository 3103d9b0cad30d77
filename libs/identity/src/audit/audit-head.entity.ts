import type { OrganizationId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The end of the audit chain of an organization. */
@Entity('audit_head')
export class AuditHeadEntity {
  @PrimaryColumn('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint', { default: 0 }) sequence: number;
  @Column('bytea', { default: () => "decode(repeat('00', 32), 'hex')" }) hash: Buffer;
}
