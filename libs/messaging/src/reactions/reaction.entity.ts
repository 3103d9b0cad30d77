import type { MessageId, UserId } from '@app/kernel';
import { NumberColumn } from '@app/platform';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An emoji reaction of a user to a message. */
@Entity('reaction')
@Check(
  'reaction_emoji_type_check',
  "emoji_type = ANY (ARRAY['unicode_emoji'::text, 'realm_emoji'::text, 'zulip_extra_emoji'::text])",
)
export class ReactionEntity {
  @PrimaryColumn('bigint') messageId: MessageId;
  @PrimaryColumn('text') emojiType: string;
  @PrimaryColumn('text') emojiCode: string;
  @PrimaryColumn('bigint') userId: UserId;
  @Column('text') emojiName: string;
  @NumberColumn() id: number;
}
