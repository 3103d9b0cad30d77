import type { ChannelId, ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message in a channel or in a conversation. */
@Entity('message')
@Check('message_check', '(channel_id IS NULL) <> (conversation_id IS NULL)')
@Index('message_channel_media', ['channelId', 'id'], {
  where: '(channel_id IS NOT NULL) AND (has_image OR has_attachment)',
})
@Index('message_conversation', { synchronize: false }) // (conversation_id, id) INCLUDE (sender_id, read_rule) WHERE (conversation_id IS NOT NULL)
@Index('message_conversation_media', ['conversationId', 'id'], {
  where: '(conversation_id IS NOT NULL) AND (has_image OR has_attachment)',
})
@Index('message_direct_age', ['organizationId', 'sentAt'], { where: 'conversation_id IS NOT NULL' })
@Index('message_moved', { synchronize: false }) // (move_id, id) INCLUDE (channel_id, topic, sender_id, read_rule) WHERE (move_id IS NOT NULL)
@Index('message_named', ['channelId', 'id'], { where: 'named_ids IS NOT NULL' })
@Index('message_partaken', ['channelId', 'id'], { where: 'partaker_ids IS NOT NULL' })
@Index('message_place', { synchronize: false }) // (channel_id, id) INCLUDE (topic, sender_id, read_rule, move_id) WHERE (channel_id IS NOT NULL)
@Index('message_renderer', ['rendererVersion', 'id'])
@Index('message_resolved', ['channelId', 'id'], {
  where: "(channel_id IS NOT NULL) AND starts_with(topic, '✔ '::text)",
})
@Index('message_sender', ['senderId', 'id'])
@Index('message_topic', { synchronize: false }) // (channel_id, lower(topic), id) WHERE (channel_id IS NOT NULL)
@Index('message_wildcard', ['channelId', 'id'], { where: 'mentions_channel' })
export class MessageEntity {
  @PrimaryColumn('bigint') id: MessageId;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint', { nullable: true }) channelId: ChannelId | null;
  @Column('bigint', { nullable: true }) conversationId: ConversationId | null;
  @Column('text', { default: '' }) topic: string;
  @Column('bigint') senderId: UserId;
  @Column('text') content: string;
  @Column('text') renderedContent: string;
  @Column('smallint') rendererVersion: number;
  @Column('boolean', { default: false }) isMeMessage: boolean;
  @Column('boolean', { default: false }) hasLink: boolean;
  @Column('boolean', { default: false }) mentionsChannel: boolean;
  @Column('boolean', { default: false }) mentionsTopic: boolean;
  @Column('smallint', { default: 0 }) readRule: number;
  @Column('text') client: string;
  @Column('timestamptz') sentAt: Date;
  @Column('bigint', { nullable: true }) moveId: number | null;
  @Column('boolean', { default: false }) hasImage: boolean;
  @Column('boolean', { default: false }) hasAttachment: boolean;
  @Column('jsonb', { nullable: true }) editHistory: unknown;
  @Column('bigint', { nullable: true, array: true }) namedIds: UserId[] | null;
  @Column('bigint', { nullable: true, array: true }) partakerIds: UserId[] | null;
}
