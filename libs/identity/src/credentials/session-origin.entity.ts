import type { ApiKeyId, SessionId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** The external login that a session or a key comes from. */
@Entity('session_origin')
@Index('session_origin_session', ['sessionId'], { unique: true })
@Index('session_origin_key', ['keyId'], { unique: true })
@Index('session_origin_subject', ['providerId', 'subject'])
@Index('session_origin_sid', ['providerId', 'sid'], { where: 'sid IS NOT NULL' })
export class SessionOriginEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bigint', { nullable: true })
  @ForeignKey('browser_session', { onDelete: 'CASCADE' })
  sessionId: SessionId | null;
  @Column('bigint', { nullable: true }) @ForeignKey('api_key', { onDelete: 'CASCADE' }) keyId: ApiKeyId | null;
  @Column('bigint') @ForeignKey('identity_provider', { onDelete: 'CASCADE' }) providerId: number;
  @Column('text') subject: string;
  @Column('text', { nullable: true }) sid: string | null;
  @Column('timestamptz') authenticatedAt: Date;
  @Column('bytea', { nullable: true }) sealedHint: Buffer | null;
}
