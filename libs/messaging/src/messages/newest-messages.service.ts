import { NewestMessage } from '@app/identity';
import type { MessageId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageRepository } from '../records/message.repository';

/** Implements the port `NewestMessage` of the identity context. */
@Injectable()
export class NewestMessages extends NewestMessage {
  constructor(private readonly messages: MessageRepository) {
    super();
  }

  of({ userId }: Actor): Promise<MessageId | null> {
    return this.messages.newestReceived(userId);
  }
}
