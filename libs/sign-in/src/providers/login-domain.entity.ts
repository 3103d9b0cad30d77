import type { OrganizationId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A mail domain whose people log in at one provider. */
@Entity('login_domain')
@Index('login_domain_provider', ['providerId'])
export class LoginDomainEntity {
  @PrimaryColumn('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @PrimaryColumn('text') domain: string;
  @Column('bigint') @ForeignKey('identity_provider', { onDelete: 'CASCADE' }) providerId: number;
  @Column('boolean', { default: false }) isEnforced: boolean;
}
