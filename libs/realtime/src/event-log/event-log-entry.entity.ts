import type { OrganizationId } from '@app/kernel';
import { XID8 } from '@app/platform';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An entry of the event log, which is partitioned by day. */
@Entity({ name: 'event_log', synchronize: false })
@Index('event_log_order', ['xid', 'ordinal'])
export class EventLogEntryEntity {
  @PrimaryColumn(XID8, { default: () => 'pg_current_xact_id()' }) xid: string;
  @PrimaryColumn('integer') ordinal: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('text') kind: string;
  @Column('jsonb') audience: unknown;
  @Column('jsonb') payload: unknown;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}
