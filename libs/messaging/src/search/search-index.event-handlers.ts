import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SearchIndex } from './search-index.service';

/** What is indexed of messages that change counts no more. */
@Injectable()
export class SearchIndexEventHandlers {
  constructor(private readonly index: SearchIndex) {}

  @OnDomainEvent('MessageEdited', 'messaging')
  async forgetText({ messageId }: DomainEvents['MessageEdited']): Promise<void> {
    await this.index.outdate([messageId]);
  }

  @OnDomainEvent('MessagesMoved', 'messaging')
  async forgetPlaces({ messageIds }: DomainEvents['MessagesMoved']): Promise<void> {
    await this.index.outdate(messageIds);
  }

  @OnDomainEvent('MessagesDeleted', 'messaging')
  async forgetAll({ messageIds }: DomainEvents['MessagesDeleted']): Promise<void> {
    await this.index.outdate(messageIds);
  }
}
