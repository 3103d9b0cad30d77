import type { UserId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A muted sender, and up to which message everything of the sender is read. */
@Entity('sender_mute')
export class SenderMuteEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') senderId: UserId;
  @Column('bigint') uptoPosition: number;
}
