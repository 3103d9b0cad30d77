import type { ConversationId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** A direct message conversation, identified by its participants. */
@Entity('conversation')
@Unique(['organizationId', 'participantIds'])
export class ConversationEntity {
  @IdentityColumn() id: ConversationId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint', { array: true }) participantIds: UserId[];
}

/** A user in a direct message conversation. */
@Entity('conversation_participant')
export class ConversationParticipantEntity {
  @PrimaryColumn('bigint') userId: UserId;
  @PrimaryColumn('bigint') @ForeignKey('conversation') conversationId: ConversationId;
}
