import type { ChannelId, UserId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** From which message on a user's unread messages of a channel are looked for. */
@Entity('scan_hint')
export class ScanHintEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') channelId: ChannelId;
  @Column('bigint') scanFrom: number;
}
