import type { ChannelId } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** One channel in the sequence of a `ChannelMoveEntity`. */
@Entity('move_hop')
export class MoveHopEntity {
  @PrimaryColumn('bigint') @ForeignKey('channel_move', { onDelete: 'CASCADE' }) moveId: number;
  @PrimaryColumn('integer') ordinal: number;
  @Column('bigint') channelId: ChannelId;
  @Column('bigint') position: number;
  @Column('bigint') nextPosition: number;
  @Column('boolean') isProtected: boolean;
}
