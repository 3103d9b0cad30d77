import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PushCandidates } from './push-candidates.service';

/** A user mentioned by an edit is notified as of a new message. */
@Injectable()
export class PushCandidateEventHandlers {
  constructor(private readonly candidates: PushCandidates) {}

  @OnDomainEvent('MessageEdited', 'messaging')
  async call({ organizationId, messageId, mentions }: DomainEvents['MessageEdited']): Promise<void> {
    await this.candidates.ofEdit(organizationId, messageId, mentions);
  }
}
