import type { MessageId } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The words of a message, for full-text search. */
@Entity('message_search')
@Index('message_search_words', { synchronize: false }) // gin (words) WITH (fastupdate=off)
export class MessageSearchEntity {
  @PrimaryColumn('bigint') messageId: MessageId;
  @Column('tsvector') words: string;
}
