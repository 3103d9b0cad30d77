import { Injectable } from '@nestjs/common';
import type { LinkedUpload } from '../attachments/attachment';
import type { ScheduledMessage } from './scheduled-message';
import { ScheduledMessageRepository } from './scheduled-message.repository';
import { Attachments } from '../attachments/attachments.service';

/**
 * The files of messages for later: they are not to be swept away before their time has come. Only an author's own; what
 * he links of others is theirs to keep. All in transactions that hold the author's lock.
 */
@Injectable()
export class ScheduledFiles {
  constructor(
    private readonly rows: ScheduledMessageRepository,
    private readonly attachments: Attachments,
  ) {}

  /** These, and no others any more. */
  async keep(message: ScheduledMessage, uploads: readonly LinkedUpload[]): Promise<void> {
    const own = uploads.filter(({ ownerId }) => ownerId === message.senderId);
    const ids = own.map(({ attachmentId }) => attachmentId);
    const dropped = await this.rows.dropFiles(message.id, ids);
    if (ids.length > 0) await this.rows.keepFiles(message.id, ids);
    await this.attachments.discardUnneeded(message.organizationId, dropped);
  }

  /** The message is given up: what nothing else needs, and a message has had before, goes with it. */
  async giveUp(message: ScheduledMessage): Promise<void> {
    await this.keep(message, []);
  }
}
