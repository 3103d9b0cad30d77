import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReactionAndSubmessageRepository } from './reaction-and-submessage.repository';

/** Removes reactions and submessages of deleted messages. */
@Injectable()
export class ReactionsAndSubmessagesEventHandlers {
  constructor(private readonly additions: ReactionAndSubmessageRepository) {}

  @OnDomainEvent('MessagesDeleted', 'messaging')
  async removeReactionsAndSubmessages({ messageIds }: DomainEvents['MessagesDeleted']): Promise<void> {
    await this.additions.remove(messageIds);
  }
}
