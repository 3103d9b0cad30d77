import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An entry of the audit chain of an organization. */
@Entity('audit_log')
@Index('audit_log_actor', ['organizationId', 'actorId', 'sequence'])
@Index('audit_log_object', ['organizationId', 'objectType', 'objectId', 'sequence'])
export class AuditLogEntity {
  @PrimaryColumn('bigint') @ForeignKey('audit_head') organizationId: OrganizationId;
  @PrimaryColumn('bigint') sequence: number;
  @Column('timestamptz') at: Date;
  @Column('bigint', { nullable: true }) actorId: UserId | null;
  @Column('text', { nullable: true }) client: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text') action: string;
  @Column('text') objectType: string;
  @Column('bigint', { nullable: true }) objectId: number | null;
  @Column('jsonb', { nullable: true }) before: unknown;
  @Column('jsonb', { nullable: true }) after: unknown;
  @Column('bytea') hash: Buffer;
}
