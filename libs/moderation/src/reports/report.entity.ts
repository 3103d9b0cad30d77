import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Reason } from './report';

/** A report of a message, with the decision of a moderator. */
@Entity('report')
@Check('report_check', '(resolver_id IS NULL) = (resolved_at IS NULL)')
@Index('report_open', ['organizationId', 'id'], { where: 'resolved_at IS NULL' })
@Index('report_organization', ['organizationId', 'id'])
export class ReportEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') messageId: MessageId;
  @Column('bigint') senderId: UserId;
  @Column('bigint') reporterId: UserId;
  @Column('text') reason: Reason;
  @Column('text') description: string;
  @Column('timestamptz') reportedAt: Date;
  @Column('bigint', { nullable: true }) resolverId: UserId | null;
  @Column('timestamptz', { nullable: true }) resolvedAt: Date | null;
  @Column('text', { default: '' }) note: string;
}
