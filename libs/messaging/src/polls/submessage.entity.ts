import type { MessageId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Index } from 'typeorm';

/** A part of a widget, like a vote in a poll. */
@Entity('submessage')
@Index('submessage_message', ['messageId', 'id'])
export class SubmessageEntity {
  @IdentityColumn() id: number;
  @Column('bigint') messageId: MessageId;
  @Column('bigint') senderId: UserId;
  @Column('text') type: string;
  @Column('text') content: string;
}
