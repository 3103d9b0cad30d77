import type { ChannelId, OrganizationId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** A move of messages that takes several transactions. */
@Entity('move_job')
@Index('move_job_due', ['dueAt', 'id'])
export class MoveJobEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') fromChannelId: ChannelId;
  @Column('text') fromTopic: string;
  @Column('bigint') toChannelId: ChannelId;
  @Column('text') toTopic: string;
  @Column('jsonb') move: unknown;
  @Column('jsonb') progress: unknown;
  @Column('integer', { default: 0 }) step: number;
  @Column('timestamptz', { default: () => 'now()' }) beganAt: Date;
  @Column('timestamptz') dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
