import type { ChannelId, MessageId } from '@app/kernel';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The sequence of channels through which messages were moved. Messages that moved together share it. */
@Entity('channel_move')
@Index('channel_move_target', ['toChannelId', 'maxMessageId'])
export class ChannelMoveEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('bigint') originChannelId: ChannelId;
  @Column('bigint') firstPosition: number;
  @Column('bigint') toChannelId: ChannelId;
  @Column('bigint') lastPosition: number;
  @Column('integer') hopCount: number;
  @Column('bigint') minMessageId: MessageId;
  @Column('bigint') maxMessageId: MessageId;
}
