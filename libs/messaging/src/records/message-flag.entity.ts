import type { MessageId, UserId } from '@app/kernel';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The flags that a user has on a message, as bits. */
@Entity('message_flag')
@Check('message_flag_flags_check', 'flags > 0')
@Index('message_flag_alerted', ['userId', 'messageId'], { where: '((flags)::integer & 16) <> 0' })
@Index('message_flag_mentioned', ['userId', 'messageId'], { where: '((flags)::integer & 12) <> 0' })
@Index('message_flag_message', ['messageId'])
@Index('message_flag_row', ['userId', 'messageId'], { where: '((flags)::integer & 96) <> 0' })
@Index('message_flag_starred', ['userId', 'messageId'], { where: '((flags)::integer & 1) <> 0' })
@Index('message_flag_unread', ['userId', 'messageId'], { where: '((flags)::integer & 128) <> 0' })
export class MessageFlagEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') messageId: MessageId;
  @Column('smallint') flags: number;
}
