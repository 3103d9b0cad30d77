import type { ApiKeyId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** An API key of a user. Stored is its hash; a key that can be shown again is also stored encrypted. */
@Entity('api_key')
@Index('api_key_sealed', ['userId', 'id'], { where: 'sealed IS NOT NULL' })
@Index('api_key_user', ['userId'], { where: 'revoked_at IS NULL' })
export class ApiKeyEntity {
  @IdentityColumn() id: ApiKeyId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('text') client: string;
  @Column('bytea', { unique: true }) hash: Buffer;
  @Column('bytea', { nullable: true }) sealed: Buffer | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) revokedAt: Date | null;
}
