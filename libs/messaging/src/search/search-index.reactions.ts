import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SearchIndex } from './search-index.service';

/** What is indexed of messages that change counts no more. */
@Injectable()
export class SearchIndexReactions {
  constructor(private readonly index: SearchIndex) {}

  @ReactsTo('MessageEdited', 'messaging')
  async forgetText({ messageId }: DomainEvents['MessageEdited']): Promise<void> {
    await this.index.outdate([messageId]);
  }

  @ReactsTo('MessagesMoved', 'messaging')
  async forgetPlaces({ messageIds }: DomainEvents['MessagesMoved']): Promise<void> {
    await this.index.outdate(messageIds);
  }

  @ReactsTo('MessagesDeleted', 'messaging')
  async forgetAll({ messageIds }: DomainEvents['MessagesDeleted']): Promise<void> {
    await this.index.outdate(messageIds);
  }
}
