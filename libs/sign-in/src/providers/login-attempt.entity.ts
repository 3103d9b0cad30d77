import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A login that a browser has begun and that a provider will answer. Its state is good once. */
@Entity('login_attempt')
@Index('login_attempt_expiry', ['expiresAt'])
@Index('login_attempt_provider', ['providerId'])
export class LoginAttemptEntity {
  @PrimaryColumn('bytea') hash: Buffer;
  @Column('bigint') @ForeignKey('identity_provider', { onDelete: 'CASCADE' }) providerId: number;
  @Column('bytea') browserHash: Buffer;
  @Column('text', { nullable: true }) nonce: string | null;
  @Column('bytea', { nullable: true }) sealedVerifier: Buffer | null;
  @Column('text', { nullable: true }) requestId: string | null;
  @Column('text') next: string;
  @Column('text') flow: string;
  @Column('bytea', { nullable: true }) sealedPad: Buffer | null;
  @Column('bytea', { nullable: true }) sealedAnswer: Buffer | null;
  @Column('timestamptz') expiresAt: Date;
}
