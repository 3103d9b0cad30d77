import type { MessageId, OrganizationId } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message that is to be rendered again. */
@Entity('rerendering')
@Index('rerendering_due', ['dueAt', 'id'])
export class RerenderingEntity {
  @PrimaryColumn('bigint') id: MessageId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('integer', { default: 1 }) request: number;
  @Column('timestamptz', { default: () => 'now()' }) dueAt: Date;
  @Column('smallint', { default: 0 }) attempts: number;
}
