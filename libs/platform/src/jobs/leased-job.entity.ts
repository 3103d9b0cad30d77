import type { OrganizationId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** When a periodic job of an organization is due again. */
@Entity('pass')
export class LeasedJobEntity {
  @PrimaryColumn('text') job: string;
  @PrimaryColumn('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
}
