import type { UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A person of a provider, and the account here. The address is what the provider said last; it decides nothing. */
@Entity('external_identity')
@Index('external_identity_user', ['userId', 'providerId'], { unique: true })
export class ExternalIdentityEntity {
  @PrimaryColumn('bigint') @ForeignKey('identity_provider', { onDelete: 'CASCADE' }) providerId: number;
  @PrimaryColumn('text') subject: string;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('text', { nullable: true }) addressSeen: string | null;
  @Column('timestamptz', { default: () => 'now()' }) linkedAt: Date;
  @Column('timestamptz', { nullable: true }) lastLoginAt: Date | null;
  @Column('timestamptz', { nullable: true }) deactivatedAt: Date | null;
}
