import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Calls } from './calls.service';

/** Whoever is spoken to by an edit is called as if the message was sent now. */
@Injectable()
export class CallsReactions {
  constructor(private readonly calls: Calls) {}

  @ReactsTo('MessageEdited', 'messaging')
  async call({ organizationId, messageId, mentions }: DomainEvents['MessageEdited']): Promise<void> {
    await this.calls.ofEdit(organizationId, messageId, mentions);
  }
}
