import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** A bot that is still to be deactivated because its owner was deactivated. */
@Entity('bot_closing')
@Index('bot_closing_due', ['dueAt', 'id'])
@Index('bot_closing_owner', ['ownerId'])
export class BotClosingEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') botId: UserId;
  @Column('bigint') ownerId: UserId;
  @Column('bigint', { nullable: true }) actorId: UserId | null;
  @Column('text', { nullable: true }) client: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
