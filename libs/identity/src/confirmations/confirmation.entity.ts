import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A mailed link, with the data for the action that it confirms. */
@Entity('confirmation')
@Index('confirmation_expiry', ['expiresAt'])
@Index('confirmation_subject', ['organizationId', 'kind', 'userId'])
export class ConfirmationEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') kind: string;
  @Column('bytea', { unique: true }) tokenHash: Buffer;
  @Column('bigint', { nullable: true }) userId: UserId | null;
  @Column('text') email: string;
  @Column('jsonb', { default: {} }) payload: unknown;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
}
