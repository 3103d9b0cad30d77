import { Injectable } from '@nestjs/common';
import type { LinkedUpload } from '../attachments/attachment';
import type { ScheduledMessage } from './scheduled-message';
import { ScheduledMessageRepository } from './scheduled-message.repository';
import { Attachments } from '../attachments/attachments.service';

/**
 * The files of scheduled messages, which must not be removed before the messages are sent. Only the author's own files;
 * others are kept by their owners. Called in transactions that hold the author's lock.
 */
@Injectable()
export class ScheduledFiles {
  constructor(
    private readonly rows: ScheduledMessageRepository,
    private readonly attachments: Attachments,
  ) {}

  /** Sets the files of a message. */
  async keep(message: ScheduledMessage, uploads: readonly LinkedUpload[]): Promise<void> {
    const own = uploads.filter(({ ownerId }) => ownerId === message.senderId);
    const ids = own.map(({ attachmentId }) => attachmentId);
    const dropped = await this.rows.dropFiles(message.id, ids);
    if (ids.length > 0) await this.rows.keepFiles(message.id, ids);
    await this.attachments.discardUnneeded(message.organizationId, dropped);
  }

  /** The message is given up: files that nothing else needs, and that a message contained before, are removed. */
  async giveUp(message: ScheduledMessage): Promise<void> {
    await this.keep(message, []);
  }
}
