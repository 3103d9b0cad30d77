import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A synchronisation with a directory, and what it did. */
@Entity('directory_run')
@Index('directory_run_provider', ['providerId', 'id'])
export class DirectoryRunEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('identity_provider', { onDelete: 'CASCADE' }) providerId: number;
  @Column('timestamptz', { default: () => 'now()' }) startedAt: Date;
  @Column('timestamptz', { nullable: true }) endedAt: Date | null;
  @Column('integer', { default: 0 }) seen: number;
  @Column('integer', { default: 0 }) changed: number;
  @Column('integer', { default: 0 }) wouldDeactivate: number;
  @Column('text', { nullable: true }) outcome: string | null;
}
