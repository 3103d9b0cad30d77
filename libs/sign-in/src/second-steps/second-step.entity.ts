import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * A login that waits for its second step, found by the hash of a token that one browser has. Logins with a passkey are in
 * their token; a row without a user says that the token was used.
 */
@Entity('second_step')
@Index('second_step_expiry', ['expiresAt'])
@Index('second_step_user', ['userId'])
export class SecondStepEntity {
  @PrimaryColumn('bytea') hash: Buffer;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint', { nullable: true }) @ForeignKey('user_account') userId: UserId | null;
  @Column('jsonb') login: unknown;
  @Column('bytea', { nullable: true }) sealedSecret: Buffer | null;
  @Column('text', { nullable: true }) challenge: string | null;
  @Column('smallint', { default: 0 }) wrongCodes: number;
  @Column('timestamptz') expiresAt: Date;
}
