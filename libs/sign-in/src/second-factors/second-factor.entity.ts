import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A second factor of a user. Without `confirmedAt` it is being set up and opens nothing. */
@Entity('second_factor')
@Index('second_factor_user', ['userId', 'id'])
@Index('second_factor_organization', ['organizationId'], { where: 'confirmed_at IS NOT NULL' })
@Index('second_factor_credential', ['organizationId', 'credentialId'], { unique: true })
export class SecondFactorEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('text') kind: string;
  @Column('text') label: string;
  @Column('bytea', { nullable: true }) sealedSecret: Buffer | null;
  @Column('text', { nullable: true }) challenge: string | null;
  @Column('bytea', { nullable: true }) credentialId: Buffer | null;
  @Column('bytea', { nullable: true }) publicKey: Buffer | null;
  @Column('bigint', { default: 0 }) signCount: number;
  @Column('bigint', { default: 0 }) lastStep: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) confirmedAt: Date | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;
}
