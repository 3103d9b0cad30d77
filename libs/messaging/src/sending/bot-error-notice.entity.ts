import type { UserId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A bot whose owner was told that it cannot send; at most once in a while. */
@Entity('lost_bot')
export class BotErrorNoticeEntity {
  @PrimaryColumn('bigint') botId: UserId;
  @Column('timestamptz') toldAt: Date;
}
