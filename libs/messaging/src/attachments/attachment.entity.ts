import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An uploaded file. The bytes are stored elsewhere, under `fileKey`. */
@Entity('attachment')
@Index('attachment_owner', ['ownerId', 'id'])
@Index('attachment_unused', ['createdAt', 'id'], { where: 'NOT is_used' })
export class AttachmentEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') ownerId: UserId;
  @Column('text', { unique: true }) pathId: string;
  @Column('text', { unique: true }) fileKey: string;
  @Column('text') name: string;
  @Column('bigint') size: number;
  @Column('text') contentType: string;
  @Column('integer', { nullable: true }) width: number | null;
  @Column('integer', { nullable: true }) height: number | null;
  @Column('boolean', { default: false }) isAnimated: boolean;
  @Column('smallint', { default: 0 }) thumbnails: number;
  @Column('boolean', { default: false }) isUsed: boolean;
  @Column('timestamptz') createdAt: Date;
}

/** A message that refers to an uploaded file. */
@Entity('attachment_message')
@Index('attachment_message_message', ['messageId'])
export class AttachmentMessageEntity {
  @PrimaryColumn('bigint') @ForeignKey('attachment', { onDelete: 'CASCADE' }) attachmentId: number;
  @PrimaryColumn('bigint') messageId: MessageId;
}
