import type { MessageId, UserId } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A send that its client may repeat, and the message that came of it. */
@Entity('send_key')
@Index('send_key_created', ['createdAt'])
export class SendKeyEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bytea') key: Buffer;
  @Column('bytea') request: Buffer;
  @Column('bigint') messageId: MessageId;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}
