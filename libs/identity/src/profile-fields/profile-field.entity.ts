import type { OrganizationId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A custom profile field of an organization. */
@Entity('profile_field')
@Index('profile_field_name', { synchronize: false }) // unique on (organization_id, lower(name))
export class ProfileFieldEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('smallint') type: number;
  @Column('text') name: string;
  @Column('text', { default: '' }) hint: string;
  @Column('text', { default: '' }) fieldData: string;
  @Column('integer') position: number;
  @Column('boolean', { default: false }) displayInProfileSummary: boolean;
  @Column('boolean', { default: false }) required: boolean;
  @Column('boolean', { default: true }) editableByUser: boolean;
}
