import type { MessageId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A notice that a topic was resolved, which a later one may replace. */
@Entity('resolution_notice')
export class ResolutionNoticeEntity {
  @PrimaryColumn('bigint') messageId: MessageId;
  @Column('timestamptz', { default: () => 'now()' }) sentAt: Date;
}
