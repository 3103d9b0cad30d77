import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A file of people that is being imported, or was imported last. */
@Entity('user_import')
@Index('user_import_due', ['dueAt', 'id'])
@Index('user_import_organization', ['organizationId', 'id'])
export class UserImportEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') actorId: UserId;
  @Column('text', { nullable: true }) client: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('jsonb') rows: unknown;
  @Column('integer') total: number;
  @Column('integer', { default: 0 }) done: number;
  @Column('text', { nullable: true }) failure: string | null;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
