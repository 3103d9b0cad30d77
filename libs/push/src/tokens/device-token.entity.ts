import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import { NumberColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A token of a device whose app supports only the older push interface. */
@Entity('device_token')
@Index('device_token_due', ['dueAt', 'id'], { where: 'due_at IS NOT NULL' })
export class DeviceTokenEntity {
  @PrimaryColumn('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('bigint') organizationId: OrganizationId;
  @PrimaryColumn('text') kind: string;
  @PrimaryColumn('bytea') tokenHash: Buffer;
  @NumberColumn({ unique: true }) id: number;
  @Column('bytea', { nullable: true }) sealedToken: Buffer | null;
  @Column('text', { nullable: true }) appId: string | null;
  @Column('bigint', { nullable: true }) apiKeyId: ApiKeyId | null;
  @Column('bigint', { nullable: true }) sessionId: SessionId | null;
  @Column('boolean', { default: true }) isWanted: boolean;
  @Column('boolean', { default: false }) isRegistered: boolean;
  @Column('integer', { default: 0 }) revision: number;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
  @Column('timestamptz', { nullable: true }) leasedUntil: Date | null;
}
