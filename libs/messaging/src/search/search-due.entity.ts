import type { MessageId } from '@app/kernel';
import { Entity, PrimaryColumn } from 'typeorm';

/** A message whose words are to be indexed. */
@Entity('search_due')
export class SearchDueEntity {
  @PrimaryColumn('bigint') messageId: MessageId;
}
