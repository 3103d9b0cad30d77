import type { UserId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A muted sender, and the position up to which the sender's messages count as read. */
@Entity('sender_mute')
export class SenderMuteEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') senderId: UserId;
  @Column('bigint') uptoPosition: number;
}
