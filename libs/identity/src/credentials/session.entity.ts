import type { OrganizationId, SessionId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A browser session. Only the hash of its cookie is stored. */
@Entity('browser_session')
@Index('browser_session_expiry', ['expiresAt'])
@Index('browser_session_user', ['userId'])
export class SessionEntity {
  @IdentityColumn() id: SessionId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bytea', { unique: true }) hash: Buffer;
  @Column('text') userAgent: string;
  @Column('inet', { nullable: true }) address: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { default: () => 'now()' }) lastSeenAt: Date;
  @Column('timestamptz') expiresAt: Date;
  /** NULL: at the login. */
  @Column('timestamptz', { nullable: true }) authenticatedAt: Date | null;
}
