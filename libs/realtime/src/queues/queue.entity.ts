import type { ApiKeyId, OrganizationId, UserId } from '@app/kernel';
import { PG_SNAPSHOT } from '@app/platform';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event queue of a client, with its progress. */
@Entity('event_queue')
@Index('event_queue_expires', ['expiresAt'])
@Index('event_queue_user', ['userId'])
export class QueueEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') userId: UserId;
  @Column('bigint', { nullable: true }) keyId: ApiKeyId | null;
  @Column('jsonb') options: unknown;
  @Column(PG_SNAPSHOT) snapshot: string;
  @Column('bigint') baseXid: number;
  @Column('bigint', { default: -1 }) acknowledgedId: number;
  @Column('integer') idleSeconds: number;
  @Column('timestamptz', { default: () => 'now()' }) lastSeenAt: Date;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('bigint', { nullable: true }) caughtUpXid: number | null;
  @Column('timestamptz', { default: () => "(now() + '00:11:30')" }) expiresAt: Date;
}
