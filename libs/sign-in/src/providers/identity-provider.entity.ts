import type { OrganizationId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { ProviderKindName, ProviderSettings } from './identity-provider';

/** What a company logs in with. Its secret is stored encrypted. */
@Entity('identity_provider')
@Index('identity_provider_slug', ['organizationId', 'slug'], { unique: true })
export class IdentityProviderEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') kind: ProviderKindName;
  @Column('text') slug: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) icon: string | null;
  @Column('boolean', { default: true }) isEnabled: boolean;
  @Column('jsonb') settings: ProviderSettings;
  @Column('bytea', { nullable: true }) sealedSecret: Buffer | null;
  @Column('integer', { default: 1 }) version: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}
