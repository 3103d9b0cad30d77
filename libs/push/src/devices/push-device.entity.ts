import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';

/** A device that receives encrypted notifications. */
@Entity('push_device')
@Check('push_device_check', 'num_nonnulls(registration, device_id, error_code) = 1')
@Check(
  'push_device_check1',
  '((registration IS NULL) = (bouncer_public_key IS NULL)) AND ((registration IS NULL) = (due_at IS NULL))',
)
@Check('push_device_public_key_check', 'length(public_key) = 32')
@Check('push_device_token_kind_check', "token_kind = ANY (ARRAY['fcm'::text, 'apns'::text])")
@Unique(['userId', 'pushAccountId'])
@Index('push_device_due', ['dueAt', 'id'], { where: 'due_at IS NOT NULL' })
@Index('push_device_relay', ['deviceId'], { where: 'device_id IS NOT NULL' })
export class PushDeviceEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bigint') pushAccountId: number;
  @Column('text') tokenKind: string;
  @Column('bytea') publicKey: Buffer;
  @Column('bigint', { nullable: true }) apiKeyId: ApiKeyId | null;
  @Column('bigint', { nullable: true }) sessionId: SessionId | null;
  @Column('timestamptz', { default: () => 'now()' }) registeredAt: Date;
  @Column('text', { nullable: true }) registration: string | null;
  @Column('text', { nullable: true }) bouncerPublicKey: string | null;
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('bigint', { nullable: true }) deviceId: number | null;
  @Column('text', { nullable: true }) errorCode: string | null;
}
