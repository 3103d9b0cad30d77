import type { ChannelId } from '@app/kernel';
import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A channel to which the group of the provider is subscribed. */
@Entity('group_link_channel')
@Index('group_link_channel_channel', ['channelId'])
export class GroupLinkChannelEntity {
  @PrimaryColumn('bigint') @ForeignKey('group_link', { onDelete: 'CASCADE' }) linkId: number;
  @PrimaryColumn('bigint') @ForeignKey('channel') channelId: ChannelId;
}
