import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A scheduled message that refers to an uploaded file. */
@Entity('attachment_scheduled_message')
@Index('attachment_scheduled_message_message', ['scheduledMessageId'])
export class AttachmentScheduledMessageEntity {
  @PrimaryColumn('bigint') @ForeignKey('attachment', { onDelete: 'CASCADE' }) attachmentId: number;
  @PrimaryColumn('bigint') @ForeignKey('scheduled_message', { onDelete: 'CASCADE' }) scheduledMessageId: number;
}
