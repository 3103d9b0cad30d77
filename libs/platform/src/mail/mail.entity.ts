import type { OrganizationId } from '@app/kernel';
import { Column, Entity, Index } from 'typeorm';
import { IdentityColumn } from '../database/entities/columns';

/** A mail that waits to be sent, or could not be. */
@Entity('mail')
@Index('mail_due', ['dueAt', 'id'], { where: 'failed_at IS NULL' })
export class MailEntity {
  @IdentityColumn() id: number;
  @Column('bigint', { nullable: true }) organizationId: OrganizationId | null;
  @Column('text') recipient: string;
  @Column('bytea') content: Buffer;
  @Column('text') messageId: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('timestamptz', { nullable: true }) failedAt: Date | null;
}
