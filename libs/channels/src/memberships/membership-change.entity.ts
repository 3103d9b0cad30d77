import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** Users whom a request subscribes or unsubscribes and who are too many for its transaction. */
@Entity('membership_change')
@Index('membership_change_due', ['dueAt', 'id'])
export class MembershipChangeEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('boolean') isJoining: boolean;
  @Column('bigint', { array: true }) channelIds: ChannelId[];
  @Column('bigint', { array: true }) userIds: UserId[];
  @Column('jsonb') colors: unknown;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('bigint', { nullable: true }) actorId: UserId | null;
  @Column('text', { nullable: true }) client: string | null;
  @Column('text', { nullable: true }) address: string | null;
}
