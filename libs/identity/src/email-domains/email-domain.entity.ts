import type { OrganizationId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A domain whose addresses may join an organization. */
@Entity('organization_domain')
export class EmailDomainEntity {
  @PrimaryColumn('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @PrimaryColumn('text') domain: string;
  @Column('boolean') allowSubdomains: boolean;
}
