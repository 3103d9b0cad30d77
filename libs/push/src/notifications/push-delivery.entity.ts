import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A notification that is to be sent to the devices of a user. */
@Entity('push_delivery')
@Index('push_delivery_due', ['dueAt'])
export class PushDeliveryEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') messageId: MessageId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('smallint') reason: number;
  @Column('timestamptz') sentAt: Date;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('boolean', { default: false }) isRefused: boolean;
  @Column('bigint', { nullable: true, array: true }) deviceIds: number[] | null;
  @Column('boolean', { default: true }) owesLegacy: boolean;
}
